import type { NegationPatterns } from "../negation-patterns.ts";

export const de: NegationPatterns = {
  triggers:
    "kein* nicht hor hore hort horen schluss genug nie abbestellen abmelden ausser bis satt statt anstatt anstelle schliess* widersprech* lass* weglass* weggelassen rauslass* streich* spar* erspar* jagen haus nichts nein niemals verschon* hals ohne lieber eher ding fall brauch* bloss raus weg aus bleib* geh gestohlen schenken sondern",
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
    "(schliesse?n?) (ich|wir) .. aus|(ich|wir) schliesse?n? .. aus",
    "(widerspreche|widersprechen|untersage)",
    "(lass*|lasst) .. (weg|raus|bleiben)|(weglass*|weggelassen|rauslass*|rausgelassen)",
    "(aus|von) (der|dem|meiner|unserer|meinem|deiner|ihrer) [^ ]+ .. (streich*|entfern*|losch*|nehmen|werfen|lassen)|streich* .. (aus|von) (der|dem|meiner|unserer|meinem|deiner|ihrer)",
    "(spar*|erspar*) (dir|euch|mir|uns|sich) (die|das|den|bitte|deine|eure|alle)|verschon* (mich|uns)|zum hals",
    "kann* (du |ihr |sie |man )?(mich|uns) (mal )?jagen|kommt (mir|uns) nicht|nicht (so |wirklich |ganz )?(mein|unser) (ding|fall|geschmack)|nichts (fur (mich|uns)|anfangen|ubrig)",
    "^((und|aber|bitte|bloss|nur|also|dann|doch) ){0,4}nichts (mit|von|uber|zu)(?!.{0,60} zu tun)",
    "^([^ ]+ ){1,3}(nein|nie|niemals)( danke)?$",
    "(auf (gar )?keinen fall|keinesfalls|unter keinen umstanden|lieber|bloss|bitte|also|(also|aber) (gerade|eben)) (kein*|nicht (im|in|ins|mit|am|ein|eine|einen|schon wieder|wieder|noch))",
    "ohne dass (du|ihr|sie|man) .{1,60} (empfiehl*|empfehl*|zeig*|vorschlag*|anbiet*|aufdrang*|verkauf*|kommst|kommt|nennst|erwahn*)|ohne (mir|uns) .. zu (empfehlen|zeigen|verkaufen|nennen|schicken)",
    "ohne (werbung|anzeigen|tipps|vorschlage|angebote|empfehlungen) (fur|zu|uber|von)",
    "(verboten|untersagt|tabu|gestrichen|kommt nicht in frage|fallt (leider )?(flach|weg|aus)|scheidet aus|scheiden aus|muss nicht sein)$",
    "kommt .. nicht in frage|(genug|die nase voll|keine lust) (von|auf)|(nicht|nie) (nach|um) .. gefragt|(nach|um) .. nicht gefragt|hab* .. nicht gefragt",
    "(bleib*|geh|geht) mir .. (weg|mit)",
    "kann* (du|ihr|sie|man) (dir|euch|sich) .. (sparen|schenken)|gestohlen bleiben",
  ],
  refusals: [
    "((bitte|danke|da) )?(nein danke|nein|nie (mehr|wieder)|niemals|bloss nicht|auf (gar )?keinen fall|kein (interesse|bedarf)|kein(e|en)? (lust|bock|bedarf)|nicht (interessiert|notig|mit mir|fur mich|mein ding|mein fall|schon wieder)|weg damit|lass* das( sein)?)",
    "(das |die |den |so was |sowas )?(brauch*|will|wollen|mochte*|mag|mogen|nehm*|trink*) (ich|wir) .. (nicht|kein(e|en|s)?)( mehr)?|(ich|wir) (brauch*|will|wollen|mochte*|mag|mogen) (das|die|den|so was|sowas|es|ihn|sie) (wirklich |gar |einfach )?(nicht|nie)( mehr)?",
    "((bitte|also) )?(schlag*|zeig*|empfiehl|empfehl*|nenn*|erwahn*|bring*|lass*) (es|das|sie|ihn|mir das|mir die|mir den|die) (mir )?(bitte )?((nicht|nie)( mehr| wieder)?( vor| an)?|weg|raus)",
    "(kannst|konnen|konnt) (du|sie|ihr) .. (weglassen|streichen|sparen|vergessen)",
  ],
  spans: ["(?<=(lieber|eher) .{1,80} )als( [^ ]+){1,4}"],
  contrasts: "(kein*|nicht) (?!nur)( ?[^ ,]+){1,4},? (?=sondern )",
  exceptions:
    "(warum|wieso|weshalb|teure?[mnrs]?|weit*|laute?[mnrs]?|schlecht*|viel|finde*|gefunden|weiss|ausgeben|zahlen|bezahlen|gute?[mnrs]?|billig*|alte[mnrs]?|langsam*|schwere?[mnrs]?)",
  beginnings:
    "((will|wollen|mochte|mochten|brauche|brauchen|suche|wurde|wurden|lieber|zeige?|empfiehl)(?<=(statt|anstelle) .{1,80})|(die|das|der|den) ((mir|mich|sich|man|hier) )?(kein*|nicht)|aber|sondern|weil|falls|wenn|obwohl|doch|statt|anstatt|(und|oder) (kein*|nicht))",
};
