import type { NegationPatterns } from "../negation-patterns.ts";

export const es: NegationPatterns = {
  triggers:
    "no nunca tampoco deja dejen dejad deje para pare paren basta harto harta cansado cansada ningun ninguna sin nada baja vez lugar menos excepto salvo omit* descart* jamas paso evita* quita* quite* ni ofrec* ofrez* oferta* lejos antes prefier* gracias elimin* saca* saqu* ahorr* olvid* aburr* asco odio soporto prohib* abstenga* agradec* hasta cuent* sino esta cambi* tema hart*",
  cues: [
    "(no|nunca|tampoco) ((me|nos|le|lo|la|los|las|se|mas|ya) ){0,2}(quiero|queremos|quisiera|necesito|necesitamos|busco|buscamos|deseo|interesa|interesan|reserves?|reserven|reservar|muestres?|muestren|mostrar*|recomiende*|envie*|mande*|ofrezca*|sugiera*|proponga*|anada*|hable*|hace falta|compre*)(?! (un|una|unos|unas) .{1,60} que )",
    "no intente* (vender*|mostrar*|ofrecer*|recomendar*)",
    "(todo|cualquier [^ ]+) (menos|excepto|salvo)",
    "no (estoy|estamos) (interesad*|buscando)",
    "(deja|dejen|dejad|deje) de",
    "^((por favor|ya) )?(para|pare|paren) de",
    "(basta|harto|harta|hartos|hartas|cansado|cansada) (ya )?(de|del|con)",
    "(ningun|no tengo|sin) interes",
    "^((y|pero|por favor) )?(no mas|ningun|ninguna|nada de)",
    "(darme|dame|dar) de baja",
    "^en (vez|lugar) de",
    "descartad[oa]s?$|(de|con) [^ ]+ nada$|^((y|pero|por favor|de) ){0,4}[^ ]+ (no( gracias)?|ni hablar|ni loco|ni loca|ni de broma|jamas|nunca|nada|ni olerlo|ni verlo|ni en pintura|descartad*)$",
    "(paso|pasamos|prescindo|prescindimos) (de|del)(?! (un|una) .{1,40} a )|(no es|no son|no va|no van) (lo mio|conmigo|para mi|lo nuestro)",
    "(no (me|nos|se me) |que no (me|nos) )(ofrec*|ofrez*|mand*|envi*|vend*|recom*|suger*|sugier*|muestr*|habl*|sal*|ponga*|traiga*|vengas|vengan)",
    "(omit*|descart*|exclu*|quita*|quite*|elimin*|saca|saque|saquen|saques|evita*|ahorra*|ahorre*) .. (anuncios?|publicidad|ofertas?|promociones|sugerencias|recomendaciones|notificaciones)",
    "(omit*|descarto|descartamos|descartad*|excluy*|suprim*|elimine|elimines|eliminar) (el|la|los|las|lo|todo|toda|cualquier)",
    "(quita*|quite*|saca|saque|saques|saquen|elimina*) .. (de (la|mi|tu|su|el|las|mis)|del)",
    "(nunca|jamas) (mas )?(me |nos )?(quiero|vuelvo|volveria|compraria|usaria)|ni (un|una) .. mas",
    "^((y|pero) )?(sin (mas )?(anuncios|publicidad|ofertas|recomendaciones)|sin que me|sin hablar*)",
    "(y|que) no (un|una|el|la|en un|en una)( [^ ]+){1,2}$",
    "otra vez con (el|la|los|las)|(agradec*|rogar*|ruego|pido|solicit*) .. (no|dej*)",
    "(me aburre|no soporto|odio|detesto|me da asco|estoy hasta)(?! (mi|mis|que) )",
    "(algo|cualquier cosa|lo que sea) (que no sea|menos|distint* (a|de)|diferente (a|de))",
    "(con|en) .. no (cuent*|conteis|vay*)|no cuent* con",
    "^ni (loco|loca|muerto|muerta|borracho|de cona|en broma|hablar)",
    "hasta (las narices|el gorro|la coronilla|arriba) (de|con)",
    "no (me|nos) [^ ]{2,12}(es|as)( mas)?(?! (cuenta|de acuerdo))",
    "ni (me|nos) (lo |la |los |las )?(mencion*|nombr*|habl*|mostr*|muestr*|ensen*)|ni (los|las|lo|la) (mencion*|nombr*)",
    "(^|ya |y )(ya )?esta bien (de|del|con)|no (hace|hacen) falta que",
    "^(pero |y |solo )?sin ([^ ]+ ){1,4}(por favor|gracias|porfa)$",
  ],
  refusals: [
    "(que )?(no( gracias)?|ni (hablar|loco|loca|de broma|en suenos|muerto|muerta|en pintura)|jamas|nunca mas|para nada|que va|basta|no me interesa*|no (nos|me) hace* falta|no es lo mio|gracias pero no)( gracias)?",
    "(que )?(no|ya no) (lo|la|los|las|me lo|me la|me los|me las|se me) (quiero|queremos|necesito|necesitamos|quiera|uso|soporto|recomiend*|ofrezc*|muestr*|mand*|envi*)( mas)?|no (lo|la|los|las) (quiero|necesito) .. (ver|mas)",
    "(que )?no (quiero|queremos|necesito)( (nada|ningun[oa]|mas|eso|ya))?",
    "(quita*|quite*|saca|omite|omita|evita|evite)(lo|la|los|las|melo|mela|melos|melas)?",
    "((no|nah|uf|ay|bah|gracias|pues) ){0,4}(no|paso|paso (de eso|mucho)|mejor no|asi estoy bien|estoy bien|cambi* de tema|que pesad[oa]|ni me (lo|la|los|las) (mencion*|nombr*)|ya esta bien)( gracias)?",
  ],
  spans: [
    "sin (usar|tener que (usar|pagar|comprar)|necesidad de|recurrir a)( [^ ]+){1,2}",
    "(?<=(prefiero|preferimos|preferiria|mejor|antes) .{1,80} )(que|a) (un|una|el|la|ir a|ir al|hacer)( [^ ]+){1,2}",
  ],
  contrasts: "no (?!solo|solamente)( ?[^ ,]+){1,4},? (?=sino )",
  exceptions:
    "(por que|gastar|pagar|perder|caro|cara|lejos|ruidos*|mucho|demasiado|olvides?|encuentro|buen|bueno|barat*|viej*|lent*|pesad*)",
  beginnings:
    "((quiero|queremos|quisiera|necesito|busco|prefiero)(?<=en (vez|lugar) de .{1,80})|(?<!(quiero|queremos|digo|dije|pido|por) )que no|pero|sino|si|aunque|porque|en (vez|lugar) de|(y|o|ni) no)",
};
