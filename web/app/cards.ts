/** All cards, by the name that steps use. */

import cards from "virtual:cards";
import { cardsBySlug } from "../board/board";

export const CARDS = cardsBySlug(cards);
