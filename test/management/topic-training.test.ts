import { beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createTopicTraining, maxStoringMs } from "../../core/management/topic-training.ts";
import type { Topic } from "../../core/mod.ts";
import type { CooperativeTask } from "../../core/timing/cooperative-task.ts";
import { areTrained } from "../../core/topics/compiled-topics.ts";
import { applyDocument } from "../../runtimes/cli/apply.ts";
import { type Installation, install } from "./installation.ts";

const { observed } = vi.hoisted(() => ({
  observed: { trainings: 0, underWay: 0, atOnce: 0, onTraining: (): void => {} },
}));

/** The real training, counted. */
vi.mock("../../core/topics/training/train-topics.ts", async (original) => {
  const { trainTopics } = await original<typeof import("../../core/topics/training/train-topics.ts")>();
  return {
    *trainTopics(topics: Iterable<Topic>): CooperativeTask<ReadonlyMap<string, string>> {
      observed.trainings += 1;
      observed.underWay += 1;
      observed.atOnce = Math.max(observed.atOnce, observed.underWay);
      observed.onTraining();
      const models = yield* trainTopics(topics);
      // Others get their turn while it is under way, however little there is to learn.
      for (let piece = 0; piece < 20; piece++) yield;
      observed.underWay -= 1;
      return models;
    },
  };
});

beforeEach(() => {
  Object.assign(observed, { trainings: 0, underWay: 0, atOnce: 0, onTraining: () => {} });
});

/** Drops the training of the installation itself. */
async function untrained(options: Parameters<typeof install>[0] = {}): Promise<Installation> {
  const place = await install(options);
  observed.trainings = 0;
  return place;
}

function topic(id: string, ...words: readonly string[]): object {
  return {
    id,
    name: id,
    phrases: {},
    examples: words.map((word) => `Where do I get ${word} for ${id}?`),
    outOfScopeExamples: ["What time is it?", "How are you?"],
  };
}

/** Saves a platform of North's, each time with another name. */
function rival(place: Installation): () => Promise<void> {
  let saved = 0;
  return async () => {
    saved += 1;
    const body = { name: `Saved ${saved} times`, allowedOrigins: [], placements: [] };
    const reply = await place.call("north", "PUT", "/platforms/pf_north", {
      body,
      headers: { "if-match": "*" },
    });
    expect(reply.status).toBe(200);
  };
}

/** An installation where `before` is done before each change that stores a topic. */
async function contested(before: (place: Installation) => () => Promise<void>): Promise<Installation> {
  const store = createMemoryStore();
  const { applyCatalog } = store;
  const place = await untrained({ store });
  const act = before(place);
  store.applyCatalog = async (change) => {
    if (change.upserts.topics.length > 0) await act();
    return applyCatalog(change);
  };
  return place;
}

const create = (place: Installation, body: object) => place.call("operator", "POST", "/topics", { body });

describe("a change of topics", () => {
  it("trains once and succeeds while a publisher saves a platform during the training and between retries", async () => {
    let times = 0;
    const place = await contested((at) => {
      const save = rival(at);
      return async () => {
        times += 1;
        if (times <= 5) await save();
      };
    });
    const save = rival(place);
    observed.onTraining = () => void save();
    expect((await create(place, topic("running", "shoes", "socks"))).status).toBe(201);
    expect(times).toBe(6);
    expect(observed.trainings).toBe(1);
    const { catalog } = await place.store.readCatalog();
    expect(catalog.topics.find(({ id }) => id === "running")?.trained).toBeDefined();
  });

  it("ends in busy after eight conflicts in a row, with one training and nothing stored", async () => {
    let times = 0;
    const place = await contested((at) => {
      const save = rival(at);
      return () => {
        times += 1;
        return save();
      };
    });
    const reply = await create(place, topic("running", "shoes"));
    expect([reply.status, reply.json["code"]]).toEqual([409, "busy"]);
    expect(times).toBe(8);
    expect(observed.trainings).toBe(1);
    const { catalog } = await place.store.readCatalog();
    expect(catalog.topics.map(({ id }) => id)).toEqual(["coffee"]);
    // The content is known by now: another try trains nothing.
    expect((await create(place, topic("running", "shoes"))).status).toBe(409);
    expect(observed.trainings).toBe(1);
  });

  it("is trained once for two concurrent changes with the same content", async () => {
    const place = await untrained();
    const change = { catalog: { topics: [topic("running", "shoes")] } };
    const apply = () => place.call("operator", "POST", "/catalog/apply", { body: change });
    const replies = await Promise.all([apply(), apply(), apply()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(observed.trainings).toBe(1);
  });

  it("is trained sequentially for different concurrent changes, each on top of the previous one", async () => {
    const place = await untrained();
    const ids = ["running", "cooking", "sailing", "reading"];
    const replies = await Promise.all(ids.map((id) => create(place, topic(id, `${id} things`))));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(observed.atOnce).toBe(1);
    expect(observed.trainings).toBe(4);
    const { catalog } = await place.store.readCatalog();
    expect(catalog.topics.map(({ id }) => id).sort()).toEqual(["coffee", ...ids].sort());
    expect(catalog.topics.every(({ trained }) => trained !== undefined)).toBe(true);
  });

  it("does not block others when it ends in a refusal or an outage", async () => {
    const store = createMemoryStore();
    const { applyCatalog } = store;
    const place = await untrained({ store });
    store.applyCatalog = async () => {
      throw new Error("The store is away.");
    };
    expect((await create(place, topic("running", "shoes"))).status).toBe(503);
    store.applyCatalog = applyCatalog;
    expect((await create(place, topic("sailing", "boats"))).status).toBe(201);
  });

  it("is not trained when only other objects change", async () => {
    const place = await untrained();
    expect((await create(place, topic("running", "shoes"))).status).toBe(201);
    observed.trainings = 0;
    await rival(place)();
    const list = await place.call("operator", "GET", "/topics/running");
    const again = await place.call("operator", "PUT", "/topics/running", {
      body: list.json,
      headers: { "if-match": "*" },
    });
    expect(again.status).toBe(200);
    expect(observed.trainings).toBe(0);
  });
});

describe("a removed topic", () => {
  it("is removed from the models immediately: the others are trained on the rest", async () => {
    const place = await untrained();
    for (const id of ["running", "sailing"]) await create(place, topic(id, `${id} things`));
    const headers = { "if-match": "*" };
    const before = observed.trainings;
    expect((await place.call("operator", "DELETE", "/topics/sailing", { headers })).status).toBe(204);
    expect(observed.trainings).toBe(before + 1);
    const { catalog } = await place.store.readCatalog();
    expect(areTrained(catalog.topics)).toBe(true);
  });
});

describe("the turn to train", () => {
  it("is lost by a change whose store does not answer, so that others continue", async () => {
    const timers: { ms: number; then: () => void }[] = [];
    const training = createTopicTraining((ms, then) => {
      timers.push({ ms, then });
      return () => {};
    });
    const hanging = await training.takeTurn();
    let isNext = false;
    const next = training.takeTurn().then((turn) => {
      isNext = true;
      return turn;
    });
    hanging.isTrained();
    await Promise.resolve();
    expect([isNext, hanging.isOver()]).toEqual([false, false]);
    expect(timers.map(({ ms }) => ms)).toEqual([maxStoringMs]);
    timers[0]?.then();
    (await next).end();
    expect([isNext, hanging.isOver()]).toEqual([true, true]);
  });
});

describe("handbill apply", () => {
  it("trains once while another change saves a platform between its attempts", async () => {
    let times = 0;
    const place = await contested((at) => {
      const save = rival(at);
      return async () => {
        times += 1;
        if (times <= 3) await save();
      };
    });
    const terminal = { data: () => {}, talk: () => {} };
    const options = { prune: false, plan: false, json: true, allowLocalUrls: false };
    const document = { topics: [topic("running", "shoes")] };
    expect(await applyDocument(place.store, terminal, document, options)).toBe(0);
    expect(times).toBe(4);
    expect(observed.trainings).toBe(1);
  });
});
