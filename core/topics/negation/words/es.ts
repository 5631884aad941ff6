import type { NegationPatterns } from "../negation-patterns.ts";

export const es: NegationPatterns = {
  triggers:
    "(no|nunca|tampoco|deja|dejen|dejad|deje|para|pare|paren|basta|harto|harta|cansado|cansada|ningun|ninguna|sin|nada|baja|vez|lugar|menos|excepto|salvo)",
  cues: [
    "(no|nunca|tampoco) ((me|nos|le|lo|la|los|las|se|mas|ya) ){0,2}(quiero|queremos|quisiera|necesito|necesitamos|busco|buscamos|deseo|interesa|interesan|reserves?|reserven|reservar|muestres?|muestren|mostrar*|recomiende*|envie*|mande*|ofrezca*|sugiera*|proponga*|anada*|hable*|hace falta|compre*)(?! (un|una|unos|unas) .{1,60} que )",
    "no intente* (vender*|mostrar*|ofrecer*|recomendar*)",
    "(todo|cualquier [^ ]+) (menos|excepto|salvo)",
    "no (estoy|estamos) (interesad*|buscando)",
    "(deja|dejen|dejad|deje) de",
    "^((por favor|ya) )?(para|pare|paren) de",
    "(basta|harto|harta|cansado|cansada) (ya )?(de|con)",
    "(ningun|no tengo|sin) interes",
    "^((y|pero|por favor) )?(no mas|ningun|ninguna|nada de)",
    "(darme|dame|dar) de baja",
    "^en (vez|lugar) de",
  ],
  exceptions:
    "(por que|gastar|pagar|perder|caro|cara|lejos|ruidos*|mucho|demasiado|olvides?|encuentro|buen|bueno|barat*|viej*|lent*|pesad*)",
  beginnings:
    "((quiero|queremos|quisiera|necesito|busco|prefiero)(?<=en (vez|lugar) de .{1,80})|(?<!(quiero|queremos|digo|dije|pido) )que no|pero|sino|si|aunque|porque|en (vez|lugar) de|(y|o|ni) no)",
};
