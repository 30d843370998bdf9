// Words that several pages say.

// "1 game", "2 games".
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;
