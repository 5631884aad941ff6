import type { NegationPatterns } from "../negation-patterns.ts";

export const nl: NegationPatterns = {
  triggers: "(geen|niet|nooit|behalve|stop|hou|houd|genoeg|zat|beu|afmelden|uitschrijven|plaats)",
  cues: [
    "(wil|willen|zoek|zoeken|hoef|hoeven|wens) .. (geen|niet meer)(?! [^ ]+ (die|dat|met|zonder) )",
    "(probeer|probeert) .. (geen|niet)",
    "(alles|elke [^ ]+) behalve",
    "(wil|willen) .. nooit meer",
    "geen .. (nodig|meer|interesse|behoefte|zin|reclame)",
    "^((en|alsjeblieft|aub) )?(boek|toon|stuur|geef|bied|reserveer|bestel|laat|raad) .. (geen|niet)",
    "niet (meer )?(geinteresseerd|op zoek|nodig)",
    "(stop|hou|houd) (er )?(met|op)",
    "(genoeg (van|met)|zat van|beu|afmelden|uitschrijven|in plaats van)",
    "^((en|maar|graag|alsjeblieft) )?geen( [^ ]+){1,2}$",
  ],
  exceptions:
    "(waarom|hoezo|duur|dure|ver (van|weg)|lawaaierig*|slechte?|te veel|teveel|betalen|uitgeven|goede?|vind|weet|vergeet|goedkope?|oude?|trage?|langzame?|zware?)",
  beginnings:
    "((wil|willen|zoek|zou|zouden|liever)(?<=in plaats van .{1,80})|(die|dat) (geen|niet)|maar|omdat|tenzij|hoewel|in plaats van|(en|of) (geen|niet))",
};
