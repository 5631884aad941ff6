import type { NegationPatterns } from "../negation-patterns.ts";

export const de: NegationPatterns = {
  triggers:
    "(kein*|nicht|hore?|hort|horen|schluss|genug|nie|abbestellen|abmelden|ausser|bis|satt|statt|anstatt|anstelle)",
  cues: [
    "(will|wollen|mochte|mochten|brauche|brauchen|suche|suchen|benotige|benotigen|wunsche) .. ((?<!mit )kein*|nicht mehr)(?! [^ ]+ (mit|ohne|die|das|der|den) )",
    "kein* .. (will|wollen|mochte|mochten|brauche|brauchen|interesse|bedarf|lust|mehr|werbung)",
    "(will|mochte|brauche|suche|wollen|mochten|brauchen|suchen) (ich|wir) .. nicht",
    "(ich|wir) (will|mochte|wollen|mochten) (wirklich |jetzt )?nicht (ins|in ein|zum|mehr)",
    "(nicht .. interessiert|interessier* .. nicht|kein* (interesse|bedarf|lust|bock|werbung|weitere*)|nicht (mehr )?auf der suche|lass* (mich|uns) .. in ruhe)",
    "(buche|buch|buchen|zeige?|zeigt|zeigen|empfiehl|empfehlen?|schicke?|schicken|sende|senden|biete|bieten|reserviere|reservieren|bestelle?|gib|geben|schlage?|schlagen|nenne?|bringe?) .. (kein*|nicht)",
    "(hore?|hort|horen sie) (bitte |endlich |jetzt )?(auf|mit .. auf)",
    "(versuche?|versucht|versuchen sie) (gar |bitte )?nicht",
    "(alles|alle|egal was|jede[rs]? [^ ]+) (ausser|bis auf|nur nicht)",
    "(schluss mit|genug (von|mit)|nie (mehr|wieder)|nicht mehr (zeigen|anzeigen|sehen)|abbestellen|abmelden|satt)",
    "^((und|oder|auch|nur) )?(bitte )?kein*( [^ ]+){1,2}$",
    "^(statt|anstatt|anstelle)",
  ],
  exceptions:
    "(warum|wieso|weshalb|teure?[mnrs]?|weit*|laute?[mnrs]?|schlecht*|viel|finde*|gefunden|weiss|ausgeben|zahlen|bezahlen|gute?[mnrs]?|billig*|alte[mnrs]?|langsam*|schwere?[mnrs]?)",
  beginnings:
    "((will|wollen|mochte|mochten|brauche|brauchen|suche|wurde|wurden|lieber|zeige?|empfiehl)(?<=(statt|anstelle) .{1,80})|(die|das|der|den) ((mir|mich|sich|man|hier) )?(kein*|nicht)|aber|sondern|weil|falls|wenn|obwohl|doch|statt|anstatt|(und|oder) (kein*|nicht))",
};
