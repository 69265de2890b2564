// A puzzle: the board and its choices as at a table. What is chosen is a question to the house, and its answer a page.

import { mark, readPlaces, revealPlaces } from "./board.js";
import { lightUp } from "./choices.js";
import "./dragging.js";
import "./site.js";
import "./puzzle-progress.js";
import { reveal } from "./view.js";

lightUp();
const changed = document.getElementById("meta").dataset.changed.split(" ");
mark("changed", changed);
const open = [...document.querySelectorAll("#board .open")];
if (open.length) reveal(open);
else revealPlaces(changed);
readPlaces();
