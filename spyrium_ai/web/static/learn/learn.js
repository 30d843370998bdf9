// The page Learn.
import { startLesson } from "./lesson.js";
import { showReference } from "./reference.js";

startLesson();
showReference();
