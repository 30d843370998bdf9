/* Enums and constant arrays from the card table in cards.def, and the other printed facts of the game. */
#ifndef SPYRIUM_CARDS_H
#define SPYRIUM_CARDS_H

#include <stdint.h>

enum { NO_SYMBOL = 0, MINE = 1, FACTORY = 2, RESEARCH = 4 };
enum { BUILDING, CHARACTER, TECHNIQUE };
enum { NO_TOKEN, TOKEN_POINTS, TOKEN_SPYRIUM, TOKEN_PAY };

/* Card types in the order of the table: buildings first, techniques last. */
enum {
#define CARD(code, ...) CARD_##code,
#include "cards.def"
#undef CARD
    CARD_TYPES
};

enum {
    BUILDING_TYPES = CARD_H3 + 1,
    FIRST_TECHNIQUE = CARD_Co,
    PERIODS = 3,
    MOST_CARDS_IN_PERIOD = 30,
    CELLS = 9,
    SLOTS = 12,
    EVENTS = 7,
    TOKEN_VALUES = 3,
    TOKENS_OF_EACH_VALUE = 8,
    MOST_PLAYERS = 5,
    TURNS = 6,
    MOST_WORKERS = 7,
    MOST_KEPT_TOKENS = 7,
    MOST_TECHNIQUE_POINTS = 7,
    TECHNIQUE_PRICE = 6,
    SHARED_SYMBOL_REBATE = 3,
    CRANE_REBATE = 3,
    FIRST_BONUS = 8,
    SECOND_BONUS = 20,
    BONUS_MONEY = 5,
    START_MONEY = 8,
    START_SPYRIUM = 2,
    START_WORKERS = 3,
    CAPITALIZATION_MONEY = 2,
};

typedef struct {
    uint8_t workers, pay_spyrium, gain_spyrium, gain_points;
} UseC;

typedef struct {
    uint8_t kind, price, points, symbols;
    uint8_t token, pay_spyrium, gain_spyrium, gain_points, workers, residence;
    uint8_t copies[PERIODS];
    UseC uses[2]; /* a use that gains nothing does not exist */
} CardC;

#define U(w, s, gain_s, gain_p) {w, s, gain_s, gain_p}
#define U0 {0, 0, 0, 0}

static const CardC CARDS[CARD_TYPES] = {
#define CARD(code, name, a, b, c, kind, price, points, symbols, token, pay_s, gain_s, gain_p, workers, residence, ...) \
    {kind, price, points, symbols, token, pay_s, gain_s, gain_p, workers, residence, {a, b, c}, {__VA_ARGS__}},
#include "cards.def"
#undef CARD
};

static const char *const CARD_CODES[CARD_TYPES] = {
#define CARD(code, ...) #code,
#include "cards.def"
#undef CARD
};

static const char *const CARD_NAMES[CARD_TYPES] = {
#define CARD(code, name, ...) name,
#include "cards.def"
#undef CARD
};

/* The decks, with copies of a type side by side, and the first place of each type in its deck. */
#define REPEAT0(x)
#define REPEAT1(x) x,
#define REPEAT2(x) x, x,
#define REPEAT3(x) x, x, x,

static const uint8_t DECK_SIZE[PERIODS] = {30, 20, 9};

static const uint8_t DECKS[PERIODS][MOST_CARDS_IN_PERIOD] = {
#define CARD(code, name, a, b, c, ...) REPEAT##a(CARD_##code)
    {
#include "cards.def"
    },
#undef CARD
#define CARD(code, name, a, b, c, ...) REPEAT##b(CARD_##code)
    {
#include "cards.def"
    },
#undef CARD
#define CARD(code, name, a, b, c, ...) REPEAT##c(CARD_##code)
    {
#include "cards.def"
    },
#undef CARD
};

/* An enumerator without a value is one more than the last one, so each row begins where the last one ends. */
enum {
    BEFORE_A = -1,
#define CARD(code, name, a, b, c, ...) FIRST_A_##code, LAST_A_##code = FIRST_A_##code + a - 1,
#include "cards.def"
#undef CARD
    BEFORE_B = -1,
#define CARD(code, name, a, b, c, ...) FIRST_B_##code, LAST_B_##code = FIRST_B_##code + b - 1,
#include "cards.def"
#undef CARD
    BEFORE_C = -1,
#define CARD(code, name, a, b, c, ...) FIRST_C_##code, LAST_C_##code = FIRST_C_##code + c - 1,
#include "cards.def"
#undef CARD
};

static const uint8_t FIRST_IN_DECK[PERIODS][CARD_TYPES] = {
#define CARD(code, ...) FIRST_A_##code,
    {
#include "cards.def"
    },
#undef CARD
#define CARD(code, ...) FIRST_B_##code,
    {
#include "cards.def"
    },
#undef CARD
#define CARD(code, ...) FIRST_C_##code,
    {
#include "cards.def"
    },
#undef CARD
};

#undef U
#undef U0
#undef REPEAT0
#undef REPEAT1
#undef REPEAT2
#undef REPEAT3

/* The period (0 A, 1 B, 2 C) of each turn; turn 0 is the time before the setup. */
static const uint8_t PERIOD_OF_TURN[TURNS + 1] = {0, 0, 0, 0, 1, 1, 2};

/* The residence track, left to right. Printed boards may differ, so this is the only place that knows it. */
enum { RESIDENCE_SPACES = 6 };
static const uint8_t RESIDENCE_TRACK[RESIDENCE_SPACES] = {2, 3, 4, 5, 6, 7};

/* The two cells of each slot. Slots and cells are in the notation's order. */
static const uint8_t SLOT_CELLS[SLOTS][2] = {
    {0, 1}, {1, 2}, {3, 4}, {4, 5}, {6, 7}, {7, 8}, {0, 3}, {1, 4}, {2, 5}, {3, 6}, {4, 7}, {5, 8},
};

/* The slots around each cell, as a mask over 4-bit fields by slot. */
#define SLOT_MASK(slot) ((uint64_t)15 << (4 * (slot)))
static const uint64_t AROUND_CELL[CELLS] = {
    SLOT_MASK(0) | SLOT_MASK(6),
    SLOT_MASK(0) | SLOT_MASK(1) | SLOT_MASK(7),
    SLOT_MASK(1) | SLOT_MASK(8),
    SLOT_MASK(2) | SLOT_MASK(6) | SLOT_MASK(9),
    SLOT_MASK(2) | SLOT_MASK(3) | SLOT_MASK(7) | SLOT_MASK(10),
    SLOT_MASK(3) | SLOT_MASK(8) | SLOT_MASK(11),
    SLOT_MASK(4) | SLOT_MASK(9),
    SLOT_MASK(4) | SLOT_MASK(5) | SLOT_MASK(10),
    SLOT_MASK(5) | SLOT_MASK(11),
};
#undef SLOT_MASK

#endif
