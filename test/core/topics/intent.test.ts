import { describe, expect, it } from "vitest";
import { compileTopics } from "../../../core/topics/compile.ts";
import { questionSets } from "./questions.ts";
import { trained, withPhrases } from "./train.ts";

const keywords = ["hotel", "flight", "pizza", "mortgage", "car insurance", "shoes", "yoga", "laptop", "bank"];
const matcher = compileTopics(keywords.map((keyword) => withPhrases(keyword, [keyword])));
const topicsOf = (question: string) => matcher.match(question).map(({ topicId }) => topicId);

describe("a list of keywords", () => {
  it.each([
    keywords.join(" "),
    keywords.join(", "),
    keywords.join("\n"),
    keywords.join(" | "),
    "hotel flight pizza",
    "hotel, flight and pizza",
    "best hotel, cheap flight, good pizza, new shoes, yoga",
    "hotel and flight and pizza and car insurance",
  ])("has two topics at most: %s", (question) => {
    expect(topicsOf(question)).toHaveLength(2);
    const cut = matcher.explain(question).filter(({ matched }) => !matched);
    expect(cut.length).toBeGreaterThan(0);
    for (const { heldBack } of cut) expect(heldBack).toEqual([{ reason: "keyword_list", texts: [] }]);
  });

  it.each([
    ["I need a hotel, a flight and a pizza when we land in Rome", 3],
    ["can I pay for the hotel and the flight with my new laptop", 3],
    ["hotel and flight", 2],
    ["hotel", 1],
  ])("is not every text with several topics: %s", (question, count) => {
    expect(topicsOf(question)).toHaveLength(count);
  });

  it("in Chinese has two topics at most", () => {
    const chinese = ["酒店", "机票", "披萨", "贷款"];
    const topics = compileTopics(chinese.map((keyword) => withPhrases(keyword, [keyword])));
    expect(topics.match(chinese.join("、"))).toHaveLength(2);
    expect(topics.match("我想订酒店和机票，然后吃披萨，可以用贷款付钱吗")).toHaveLength(4);
  });
});

describe("a phrase in a text of 300 characters or more", () => {
  const filler = "the meeting notes of last week follow below and somebody wrote them down. ";
  const inside = `Summarise this. ${filler.repeat(4)}We stayed in a hotel there. ${filler.repeat(4)}`;

  it.each([
    ["at its beginning", `Find me a hotel. ${filler.repeat(8)}`],
    ["in its last sentence", `${filler.repeat(8)}Find me a hotel.`],
    ["in its last question", `${filler.repeat(8)}Which hotel is best? Thanks a lot and best regards.`],
    ["in Chinese at the end", `${"会议记录如下，请查看。".repeat(40)}请推荐一家hotel吗？`],
  ])("decides %s", (_name, question) => {
    expect(question.length).toBeGreaterThan(300);
    expect(topicsOf(question)).toEqual(["hotel"]);
  });

  it("does not decide alone deep inside, and the explanation says so", () => {
    expect(topicsOf(inside)).toEqual([]);
    expect(matcher.explain(inside)).toMatchObject([
      { topicId: "hotel", matched: false, heldBack: [{ reason: "position", texts: [] }] },
    ]);
  });

  it("decides deep inside together with another phrase of its topic", () => {
    const travel = compileTopics([withPhrases("travel", ["hotel", "flight"])]);
    expect(travel.match(inside)).toEqual([]);
    expect(travel.match(inside.replace("hotel there", "hotel near the flight"))).toHaveLength(1);
  });

  it("decides anywhere in a shorter text", () => {
    const short = inside.slice(120, 400);
    expect(short).toContain("hotel");
    expect(topicsOf(short)).toEqual(["hotel"]);
  });

  it("leaves the model to decide", () => {
    const [english] = questionSets;
    const learned = compileTopics(trained(english?.topics ?? []));
    const roses = "my roses have black spots on the leaves and I water the apple tree and the tomatoes. ";
    expect(learned.match(roses.repeat(5))[0]?.topicId).toBe("garden");
  });
});

it("an explanation names a word of mixed scripts that looks like a phrase", () => {
  expect(matcher.explain("a cheap hоtel")).toMatchObject([
    { topicId: "hotel", matched: false, heldBack: [{ reason: "mixed_scripts", texts: ["hоtel"] }] },
  ]);
});
