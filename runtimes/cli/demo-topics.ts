import type { Topic } from "../../core/catalog/entities.ts";

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
  },
  {
    id: "shoes",
    name: "Shoes",
    phrases: {
      en: ["shoes", "running shoes", "trainers", "sneakers", "hiking boots", "boots"],
      de: ["Schuhe", "Laufschuhe", "Wanderschuhe", "Turnschuhe"],
    },
  },
  {
    id: "coffee",
    name: "Coffee",
    phrases: {
      en: ["coffee", "espresso", "cappuccino", "coffee beans", "coffee machine", "flat white"],
      de: ["Kaffee", "Espresso", "Kaffeebohnen", "Kaffeemaschine"],
    },
  },
  {
    id: "fitness",
    name: "Fitness",
    phrases: {
      en: ["workout", "work out", "get fit", "fitness", "marathon", "training plan", "lose weight", "gym"],
      de: ["Fitness", "Trainingsplan", "Marathon", "abnehmen", "Fitnessstudio"],
    },
  },
  {
    id: "cooking",
    name: "Cooking",
    phrases: {
      en: ["recipe", "recipes", "cook", "cooking", "bake", "baking", "sourdough", "dinner"],
      de: ["Rezept", "Rezepte", "kochen", "backen", "Sauerteig", "Abendessen"],
    },
  },
  {
    id: "banking",
    name: "Banking",
    phrases: {
      en: ["bank account", "savings", "savings account", "interest rate", "credit card", "save money"],
      de: ["Girokonto", "Tagesgeld", "Zinsen", "Kreditkarte", "Geld sparen"],
    },
  },
];
