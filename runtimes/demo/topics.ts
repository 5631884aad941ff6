import type { Topic } from "../../core/catalog/entities.ts";

/** Out-of-scope questions: no campaign of the demo fits them, so the model learns to match no topic. */
const outOfScope = {
  en: [
    "what is the capital of Peru",
    "tell me a joke",
    "who wrote this book",
    "what time is it in Tokyo",
    "translate good morning into Italian",
    "what is seven times eight",
    "why is the sky blue",
    "explain this error message to me",
    "summarise this text in two sentences",
    "how do I say no politely",
    "who won the match yesterday",
    "write a letter to my landlord",
    "what does this word mean",
    "how far away is the moon",
    "help me with my homework",
    "when did the war end",
    "how do I become a teacher",
    "give me a name for my cat",
    "which film should I watch tonight",
    "how does a computer work",
    "thank you, that was helpful",
    "fix the bug in this function",
  ],
  de: [
    "wie heißt die Hauptstadt von Peru",
    "erzähl mir einen Witz",
    "wer hat dieses Buch geschrieben",
    "wie spät ist es in Tokio",
    "was ist sieben mal acht",
    "warum ist der Himmel blau",
    "was bedeutet diese Fehlermeldung",
    "schreib einen Brief an meinen Vermieter",
    "wie weit ist der Mond entfernt",
    "hilf mir bei den Hausaufgaben",
  ],
};

/** What the demo's questions can be about. */
export const demoTopics: readonly Topic[] = [
  {
    id: "travel",
    name: "Travel",
    phrases: {
      en: [
        "holiday",
        "holidays",
        "vacation",
        "weekend trip",
        "city break",
        "flight",
        "flights",
        "travel",
        "hotel",
        "by the sea",
      ],
      de: ["Urlaub", "Reise", "reisen", "Städtereise", "Flug", "Flüge", "Hotel", "am Meer"],
    },
    examples: {
      en: [
        "where can we go for a long weekend in May",
        "which island is warm in November",
        "how do I get from the airport to the city centre",
        "what should I pack for two weeks in Norway",
        "is there a night train to Rome",
        "a quiet beach for a family with small children",
      ],
      de: [
        "wohin können wir über Ostern fahren",
        "welche Insel ist im November warm",
        "wie komme ich vom Flughafen in die Stadt",
        "was nehme ich für zwei Wochen Norwegen mit",
      ],
    },
    outOfScopeExamples: outOfScope,
  },
  {
    id: "shoes",
    name: "Shoes",
    phrases: {
      en: ["shoes", "running shoes", "trainers", "sneakers", "hiking boots", "boots"],
      de: ["Schuhe", "Laufschuhe", "Wanderschuhe", "Turnschuhe"],
    },
    examples: {
      en: [
        "my heels hurt after a long walk",
        "what should I wear on my feet in the mountains",
        "which soles are best on wet stone",
        "what size do I need if I have wide feet",
      ],
      de: ["meine Füße tun nach dem Laufen weh", "welche Sohle hält auf nassem Stein"],
    },
  },
  {
    id: "coffee",
    name: "Coffee",
    phrases: {
      en: ["coffee", "espresso", "cappuccino", "coffee beans", "coffee machine", "flat white"],
      de: ["Kaffee", "Espresso", "Kaffeebohnen", "Kaffeemaschine"],
    },
    examples: {
      en: [
        "how fine should I grind the beans",
        "why does my brew taste bitter",
        "how do I froth milk without a machine",
        "which roast is good for a moka pot",
      ],
      de: ["wie fein mahle ich die Bohnen", "warum schmeckt mein Filter so bitter"],
    },
  },
  {
    id: "fitness",
    name: "Fitness",
    phrases: {
      en: ["workout", "work out", "get fit", "fitness", "marathon", "training plan", "lose weight", "gym"],
      de: ["Fitness", "Trainingsplan", "Marathon", "abnehmen", "Fitnessstudio"],
    },
    examples: {
      en: [
        "how do I run my first ten kilometres",
        "exercises for a sore back",
        "how many push-ups should a beginner do",
        "how do I build muscle at home",
        "how often should I train in a week",
      ],
      de: ["wie laufe ich meine ersten zehn Kilometer", "Übungen für den Rücken", "wie baue ich Muskeln auf"],
    },
  },
  {
    id: "cooking",
    name: "Cooking",
    phrases: {
      en: ["recipe", "recipes", "cook", "cooking", "bake", "baking", "sourdough", "dinner"],
      de: ["Rezept", "Rezepte", "kochen", "backen", "Sauerteig", "Abendessen"],
    },
    examples: {
      en: [
        "what can I make from leftover rice",
        "how long do potatoes take in the oven",
        "a vegetarian sauce for pasta",
        "how do I keep the crust crisp",
        "what goes well with roasted pumpkin",
      ],
      de: [
        "was kann ich aus Reis vom Vortag machen",
        "wie lange brauchen Kartoffeln im Ofen",
        "eine vegetarische Soße zu Nudeln",
      ],
    },
  },
  {
    id: "banking",
    name: "Banking",
    phrases: {
      en: ["bank account", "savings", "savings account", "interest rate", "credit card", "save money"],
      de: ["Girokonto", "Tagesgeld", "Zinsen", "Kreditkarte", "Geld sparen"],
    },
    examples: {
      en: [
        "where should I put the money that I do not need this year",
        "how do I open an account for my child",
        "what does it cost to pay by card abroad",
        "how do I transfer money to another country",
      ],
      de: [
        "wo lege ich Geld an, das ich dieses Jahr nicht brauche",
        "wie eröffne ich ein Konto für mein Kind",
        "was kostet eine Überweisung ins Ausland",
      ],
    },
  },
];
