import type { NegationPatterns } from "../negation-patterns.ts";

export const nl: NegationPatterns = {
  triggers:
    "geen niet nooit behalve stop hou houd genoeg zat beu afmelden uitschrijven plaats aanbied* wens* hoef* laten lijst liever schoon bespaar* zonder nee kom weg laat skip verbod* sla overslaan uit dan weglaten schrap* langer lijf houden neus maar aan niets niks interesse* boei* klaar iets",
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
    "(wens|wensen|wil|willen|hoef|hoeven) (ik|wij|we|je|u|jullie) .. (niet|geen|nooit)(?! [^ ]+ (die|dat) )",
    "(kom|begin|komt) .. niet .. (weer |steeds )?met|niet weer met",
    "(mag|mogen|kan|kunnen) .. (van de lijst|uit de lijst|weg|eraf|eruit|geschrapt)|(laat|laten) .. (weg|achterwege|eruit)|(schrap|schrappen|haal|haalt) .. (weg|eruit|eraf|van de lijst|uit de lijst)|sla .. over|weglaten|overslaan|achterwege|uit (mijn|het|de|ons) [^ ]+ (laten|halen|weglaten)",
    "(schoon genoeg|meer dan genoeg|genoeg) van|(heb|hebben) (ik|wij|we) .. genoeg$|bespaar (me|mij|ons)|hou* .. op over|hou* .. (over|met)",
    "^zonder (?!dat|te|problemen)[^ ]+ (wakker|leven|kunnen|werken|reizen)|zonder (dat je|dat u|steeds|reclame|aanbiedingen)",
    "(en|maar) nee |^((de|het|een) )?[^ ]+ (nee( bedankt)?|nooit( meer)?|liever niet|absoluut niet)$",
    "nooit meer (een|naar|in|met)|nooit .. (willen|wil)|(niks|niets) (met|over|van)(?!.{0,60} te maken)",
    "(alles|iets|iets anders) dan (?!.{0,40} (die|dat) )|niet (mijn|ons) ding|(niks|niets) voor (mij|ons)|(haat|verafschuw)(?! (mijn|het als) )",
    "(niemand|ik|wij|we) .. (niet|nooit) (om|naar) .. gevraagd|(niet|nooit) om gevraagd",
    "niet (langer|meer) .. (sturen|stuurt|tonen|toon|aanbevelen|aanbieden|aan te)|niet langer .{1,50} (sturen|tonen|aanbieden|zien|ontvangen)",
    "(val|vallen) .. niet .. lastig met|(aan mijn lijf geen|mag je houden|mag u houden|neus uit|niet aan beginnen)",
    "(niets|niks) (meer )?(horen|weten|zien|lezen|hebben) (over|van)|(niets|niks) .. (horen|weten|zien|lezen)$",
    "(interesseert|interesseren|boeit|boeien) (me|mij|ons) .. (niet|niks|niets|geen)",
    "(helemaal|echt|wel|totaal) klaar met(?! (mijn|het werk) )",
    "^(maar |en |alleen )?zonder ([^ ]+ ){1,3}(alsjeblieft|alstublieft|aub|graag|a u b)$",
  ],
  refusals: [
    "((graag|liever|bedankt|en) )?(nee( bedankt| dank je| dank u)?|nooit( meer)?|liever niet|niet nodig|geen (interesse|behoefte|zin)|absoluut niet|niks voor mij|niets voor mij|bespaar (het|dat|ze) (me|mij|ons)|hou (daar )?(maar )?(eens )?(mee )?op|laat maar|sla (maar )?over)",
    "(wil|willen|hoef|hoeven|gebruik|drink|lust) (ik|wij|we) .. niet( meer)?|(dat|die|het) (wil|hoef|hoeven|willen) (ik|wij|we) .. niet( meer)?|(raad|laat|toon|noem) (het|dat|die|ze) .. (niet|weg)( .. aan)?",
    "((nee|nou|ach|joh|bedankt|oh) ){0,4}(nee|laat maar( zitten)?|hoeft niet|hoeft voor mij niet|ik pas|doe maar niet|liever niet|iets anders( graag)?)( hoor| joh| bedankt| dank je)?",
  ],
  spans: ["(?<=liever .{1,80} )dan( [^ ]+){1,4}"],
  contrasts: "(geen|niet) (?!alleen|zomaar)( ?[^ ,]+){1,4},? (?=maar (wel |liever |eerder )?een )",
  exceptions:
    "(waarom|hoezo|duur|dure|ver (van|weg)|lawaaierig*|slechte?|te veel|teveel|betalen|uitgeven|goede?|vind|weet|vergeet|goedkope?|oude?|trage?|langzame?|zware?)",
  beginnings:
    "((wil|willen|zoek|zou|zouden|liever)(?<=in plaats van .{1,80})|(die|dat) (geen|niet)|(?<!laat )maar|omdat|tenzij|hoewel|in plaats van|(en|of) (geen|niet))",
};
