/** The questions and answers of the demo's assistant. Each question is about another topic of the demo catalogue. */
export interface Canned {
  readonly question: string;
  readonly words: RegExp;
  readonly answer: string;
}

export const canned: readonly Canned[] = [
  {
    question: "Ideas for a city break?",
    words: /city|break|holiday|travel|trip|hotel|flight/i,
    answer:
      "Take a town with a river and a late train back. Two days are enough for one museum, one market and one long lunch.",
  },
  {
    question: "Which coffee for espresso?",
    words: /coffee|espresso|cappuccino|flat white/i,
    answer: "A medium roast, two to four weeks old. Grind finer until a double takes about half a minute.",
  },
  {
    question: "Running shoes for mud?",
    words: /shoe|boots|trainers|sneakers/i,
    answer: "Look for deep lugs with room between them, and half a size more than you wear in town.",
  },
  {
    question: "How to bake sourdough?",
    words: /bake|baking|bread|sourdough|recipe|cook|dinner/i,
    answer: "Flour, water, salt and patience: fold it four times in the evening, bake it hot in the morning.",
  },
  {
    question: "Where to keep my savings?",
    words: /saving|bank|interest|money|card/i,
    answer: "First three months of rent where you can reach them. What is left may stay away for longer.",
  },
  {
    question: "A first marathon plan?",
    words: /marathon|fit|training|workout|gym|run/i,
    answer:
      "Sixteen weeks, three runs each: a short fast one, an easy one, and a long one that grows slowly.",
  },
];

/** The question that the chat begins with. */
export const firstQuestion = "Where to keep my savings?";

const other = "I have no answer for this one. The ad server has read the question all the same.";

export function answerTo(question: string): string {
  return canned.find(({ words }) => words.test(question))?.answer ?? other;
}
