export { openPlaced, type PlacedOptions } from "./open-placed.ts";
