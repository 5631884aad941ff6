import type { NegationPatterns } from "../negation-patterns.ts";

export const pt: NegationPatterns = {
  triggers:
    "(nao|nunca|menos|exceto|pare|parem|para|deixe|deixa|chega|farto|farta|cansado|cansada|cheio|cheia|sem|nada|nenhum|nenhuma|cancelar|descadastr*|vez)",
  cues: [
    "(nao|nunca) ((me|nos|lhe|o|a|mais) ){0,2}(quero|queremos|preciso|precisamos|procuro|procuramos|desejo|gostaria|reserve*|mostre*|recomende*|envie*|mande*|ofereca*|sugira*|interessa*|adicione*|compre*|fale*)(?! (um|uma|uns|umas) .{1,60} que )(?!.{0,60} sem )",
    "nao tente (me )?(vender|mostrar|oferecer|recomendar)*",
    "(tudo|qualquer [^ ]+) (menos|exceto)",
    "nao (estou|estamos) (interessad*|procurando|buscando|a procura)",
    "(nao (tenho|temos|ha) (nenhum )?|sem )(interesse|necessidade|vontade)",
    "(pare|parem|deixe|deixa) de",
    "^((por favor|ja) )?para de",
    "(chega|farto|farta|cansado|cansada|cheio|cheia) de",
    "^((e|mas|por favor) )?(nada de|nenhum|nenhuma|nao mais)",
    "(cancelar (a )?(inscri*|assinatura)|descadastr*)",
    "^em vez de",
  ],
  exceptions:
    "(por que|por que|gastar|pagar|perder|caro|cara|longe|barulh*|muito|demais|esqueca|encontro|bom|boa|barat*|velh*|lent*|pesad*)",
  beginnings:
    "((quero|queremos|preciso|procuro|gostaria|prefiro)(?<=em vez de .{1,80})|(?<!(quero|queremos|disse|digo|sei) )que nao|(?<!no |nao )mas|porque|embora|em vez de|(e|ou|nem) nao)",
};
