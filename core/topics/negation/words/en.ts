import type { NegationPatterns } from "../negation-patterns.ts";

const not = "(do not|don t|dont|no longer|won t|wont|will not|wouldn t|would not|didn t|did not)";
/** Behind a noun that is not wanted: it is wanted without what follows. */
const otherwise = "(that|which|with an?|with no|without|where)";
const instead = "(?<=(instead of|rather than) .{1,80})";
/** The wish behind “instead of …”. */
const wish =
  `((i|we)${instead} (d|ll|m|am|want|need|would|will|prefer|could|can|should)|` +
  `(show|give|find|get|recommend|suggest)${instead} (me|us)|(how|what|which|should|can|could)${instead})`;
/** “Can I use water instead of milk?” is about both. */
const unlessReplaced =
  "(?<! (use|using|used|sub|substitute|replace|replacing|swap|work|works) .{1,60} (instead of|rather than))";
const adverb = "((really|actually|currently|even|just|ever|please|also|necessarily) )?";
const verb =
  "(book|show|recommend|suggest|send|offer|give|advertise|pitch|push|sell|bring|propose|display|list|mention|include|add|order|" +
  "buy|reserve|rent|promote|spam|bother|tell me|talk)";
const see =
  "(book|buy|see|hear|order|get|rent|stay|use|know|receive|read|talk|purchase|try|look|go|be shown)";
const doing =
  "(showing|sending|recommending|suggesting|offering|advertising|pushing|pitching|giving|spamming|bothering|telling|promoting|" +
  "bringing|selling|mentioning|talking|asking)";

export const en: NegationPatterns = {
  triggers:
    "don dont won wont wouldn didn not no never uninterested stop quit cease enough unsubscribe opt nothing anything everything whatever except sick tired fed bored spare hide block mute remove disable rid instead rather skip omit hate dislike done nobody leave keep drop ditch forget isn aren cannot than had cut pass why nope more without parted nah last",
  cues: [
    `(?<!(why|you|they|who|people|which|that|he|she|it) )${not} ${adverb}(want|need|wish|care|require|fancy)(?! (to|others|someone|anyone|anybody|people) | it [^ ]+ed)(?!.{0,60} ${otherwise} )`,
    `(?<!(why|you|they|who|people|which|that|he|she|it) )${not} ${adverb}(want|need|wish|care) to ${see}(?! (my|our) )`,
    `(?<!(why|you|they|who|people|which|that|he|she|it|i|we) )(do not|don t|dont|never|not to) ${adverb}(try to |try and )?${verb}(?! up)`,
    `(?<!(why|you|they|who|people|which|that|he|she|it) )never ${adverb}(want|need) to (see|hear|get|receive|read|be shown)`,
    "not (really |at all |actually |very |even )?(interested|keen|in the market|in the mood)",
    "(am|m|are|re) (really |actually |currently )?not (really |actually |currently )?(looking|searching|shopping|asking)",
    "^not (really |actually |currently )?(looking|searching|asking)",
    "(uninterested|no longer (interested|looking)|no (interest|need|desire|use) (in|for|of|to))",
    `(stop|quit|cease|enough) (it |already )?(${doing}|with|of)|enough (talk )?about`,
    "(unsubscribe|opt out|opt me out|leave me alone|(sick|tired|fed up|bored) (and tired )?(of|with)(?! (my|our) )|had enough of|spare me)",
    "(hide|block|mute|remove|disable|get rid of) .. (ads?|adverts?|advertisements?|offers|deals|promotions|recommendations)",
    "^((and|or|also|so|please|but|absolutely) )?no more",
    "^((and|or|also|so|please|but|absolutely) )?no (?!idea|luck|clue|problem|one|doubt|matter|wonder|way|smoking|pet)[^ ]+(( [^ ]+)?|( [^ ]+){1,2} (ads?|adverts?|deals|offers|stuff|tips|please|pls|plz|thanks|thx))$",
    "^((and|but|so) )?not (an?|the|any|another)",
    "^(instead of|rather than)",
    "((anything|everything|whatever) (but|other than)|(anything|everything|whatever|any [^ ]+) (except|apart from))(?! (how|what|when|where|why|which|that|if|for|the ones|those))",
    "^((please|and|just) )?nothing (about|to do with)",
    `(rather not|(can|could) we (please )?not talk|(could|can|would|will) you (please )?not (please )?${verb}|never asked for|not (planning|intending) to ${see})`,
    "^((and|please|just) )?(skip|omit)",
    "(hate|dislike) .. (ads?|adverts?|advertisements?|offers|promotions)|(am|m|are|re) ((so|totally|completely) )?done with",
    "(do not|don t|dont|never) (really |actually )?(need|want|wish|have) to be (sold|shown|told|sent|offered|reminded)",
    "(prefer|like|ask you) not to (receive|see|hear|get|be|have|read|show|send|mention)",
    "had (it|enough) (with|of)",
    "under no circumstances",
    "(nobody|no one|(i|we) (never|didn t|did not)) asked (you )?(for|about)",
    "(skip|omit|drop|cut|ditch|forget) .. (suggestions?|recommendations?|ads?|adverts?|advertisements?|offers?|tips|deals|pitch|pitches|promos?|promotions?|options|links)",
    "(leave|keep|take) .. (suggestions?|recommendations?|ads?|adverts?|advertisements?|offers?|tips|deals|pitch|pitches|promos?|promotions?|options|links) .. (out|away|off)|(leave|keep) .. out of",
    "(isn t|is not|aren t|are not|never|not) ((really|exactly) )?(my|our) (thing|cup of tea|style|jam|scene)",
    "(isn t|aren t|not) (really )?for (me|us)$",
    "(can|could) (happily |easily |very well )?(do|live) without(?! (my|our) )",
    "(can t|cannot|can not) (stand|bear)(?! (my|our|the|this|how|when|it) )",
    "something other than",
    "why (do|are|must|is|does) (you|it|this|they|everyone) (always|keep|constantly|still)|why (do|are|must) (you|they) .{1,60} every (single )?time",
    "without (you )?(showing|sending|recommending|suggesting|offering|advertising|pushing|mentioning|selling) (me|us|any|your|that|more)",
    "had it up to here with",
    "(see|hear|read|get) (one more|another)(?! time)",
    "(happy|glad|fine|better off) without",
    "parted ways",
    "without (any |more |further )?([^ ]+ ){1,3}(suggestions?|recommendations?|ads?|adverts?|advertisements?|offers?|tips|deals|promos?|promotions?)",
    "(is|are|was) the last thing (i|we) (need|want)",
    "^(but |and |just |only )?without ([^ ]+ ){1,3}(please|pls|thanks)$",
  ],
  refusals: [
    "((no|not) (thanks|thank you|thx|interested|needed|necessary|for (me|us)|again|my thing|in my life)|never|no way|hard pass|nope|i m good|quit it|stop (it|that))( (please|anymore|ever|again|at all))?",
    "(i|we) (really |just |simply )?(do not|don t|dont|won t|can t) (want|need|like|use|drink|do|eat|take|stand|buy|have) (it|one|any|them|those|that|these)( (please|anymore|ever|again|at all))?",
    "(so |please |just )?(leave|keep|take) (it|that|them|those|these) (out|off|away)( please)?",
    "(so |please |just )?(skip|drop|omit|forget) (it|that|them|those|these)( please)?",
    "((nah|nope|no|thanks|thank you|thx|nah thanks) ){0,4}(nah|nope|(i m|im|we re|all) (good|fine|ok|okay|set)|no thanks|not today|not now|rather not|i ll pass|pass)( (thanks|thank you|thx|though))?",
  ],
  spans: [
    "without (using|needing|buying|getting|having to (use|buy|get))( [^ ]+){1,3}",
    "(?<=(prefer|rather) .{1,80} )(than|over)( [^ ]+){1,4}",
  ],
  contrasts: "not (?!only|just|sure)( ?[^ ,]+){1,4},? (?=but (rather |instead )?(an?|some|the) )",
  exceptions:
    "(why|how come|how much|what if|most (popular|common)|(an?|any|some) (cheap|old|slow|heavy|used)|send (me|us) (back )?to|expensive|pricey|overpriced|too|noisy|dirty|bad|boring|crowded|just any|far|forget|miss)",
  beginnings:
    `((?<!(anything|everything|whatever) )but|because|(?<!what )if|although|though|while|unless|however|who|(instead of|rather than)${unlessReplaced}|${wish}|` +
    "and (then )?(just )?(tell|list|show|give|get|find|recommend|suggest|take)|(and|or) (no|not|don t|do not|dont|never|stop|please))",
};
