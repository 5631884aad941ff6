import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { routes } from "../../core/management/routes.ts";
import { reportDimensions } from "../../core/reporting/report.ts";
import { document as described, resolve } from "./described/document.ts";
import { type Installation, install, send } from "./installation.ts";

async function document(place: Installation): Promise<Readonly<Record<string, unknown>>> {
  const response = await place.management.fetch(new Request("https://ads.example/openapi.json"));
  expect(response.headers.get("content-type")).toBe("application/json");
  return JSON.parse(await response.text());
}

const measures = [
  ...[
    "requests",
    "issued",
    "noAd",
    "seen",
    "presses",
    "clicks",
    "reported",
    "rejected",
    "charges",
    "spendMicros",
  ],
  ...[
    "earningsMicros",
    "adjustedMicros",
    "adjustedEarningsMicros",
    "fillRate",
    "viewRate",
    "clickThroughRate",
    "ecpmMicros",
  ],
  ...["excluded", "marked", "excludedShare", "markedShare"],
];

describe("/openapi.json", () => {
  it("is valid OpenAPI 3.1 for an outside validator", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(await document(await install())));
    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  it("describes every operation that is served, and nothing else", async () => {
    const { paths } = await document(await install());
    const described = Object.entries(Object(paths)).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replace(":id", "{id}")}`).sort(),
    );
    const names = routes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("requires the same fields as the service, and lets each role omit its reserved fields", () => {
    const bodyOf = (method: string, path: string) =>
      resolve(["paths", path, method, "requestBody", "content", "application/json", "schema"]).value;
    expect(bodyOf("post", "/campaigns")).toMatchObject({
      required: ["id", "name", "priceMicros"],
      properties: {
        priceMicros: { type: "integer", minimum: 0 },
        advertiser: {
          description: "Sent by the operator. In the role advertiser omit it: it is always your own.",
        },
        weight: { description: "Set by the operator. In the role advertiser omit it. Default: 1." },
      },
    });
    expect(bodyOf("put", "/campaigns/{id}")).toMatchObject({ required: ["name", "priceMicros"] });
    expect(bodyOf("post", "/platforms")).toMatchObject({ required: ["id", "name"] });
    expect(bodyOf("put", "/platforms/{id}")).toMatchObject({ required: ["name"] });
  });

  it("declares the table of a report beside its JSON, with all fields of a line, and the ETag of an object", () => {
    const report = resolve(["paths", "/reports", "get", "responses", "200"]).value;
    expect(Object.keys(Object(report["content"]))).toEqual(["application/json", "text/csv"]);
    const line = resolve(["components", "schemas", "ReportLine"]).value;
    expect(Object.keys(Object(line["properties"]))).toEqual([...reportDimensions, ...measures]);
    for (const path of [
      "/publishers/{id}",
      "/platforms/{id}",
      "/campaigns/{id}",
      "/creatives/{id}",
      "/topics/{id}",
    ]) {
      const read = resolve(["paths", path, "get", "responses", "200"]).value;
      expect(Object.keys(Object(read["headers"]))).toContain("ETag");
    }
  });

  it("says of every integer that may pass 32 bits that it has 64", () => {
    const wrong: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== "object" || value === null) return;
      const { type, const: fixed, maximum = Number.POSITIVE_INFINITY, format } = Object(value);
      const isLarge = type === "integer" && fixed === undefined && maximum >= 2 ** 31;
      if (isLarge !== (format === "int64")) wrong.push(path);
      for (const [name, inner] of Object.entries(value)) visit(inner, `${path}/${name}`);
    };
    visit(described["paths"], "paths");
    visit(resolve(["components", "schemas"]).value, "schemas");
    expect(wrong).toEqual([]);
  });

  it("validates the answers of all tests, and has at most 300 KB", async () => {
    const place = await install();
    expect(await document(place)).toEqual(described);
    expect(JSON.stringify(described).length).toBeLessThan(300_000);
  });

  it.each(
    routes.filter(({ example }) => example !== undefined).map((route) => ({ name: route.name, route })),
  )("has an example for $name that works", async ({ route }) => {
    const place = await install();
    const { id = "", query = {}, body, headers = {} } = route.example ?? {};
    const target = route.path.replace(":id", id.replace("pf_demo", "pf_north"));
    const search = new URLSearchParams(query).toString();
    const reply = await place.call("operator", route.method, search === "" ? target : `${target}?${search}`, {
      ...(body !== undefined && { body: JSON.stringify(body).replaceAll("pf_demo", "pf_north") }),
      headers: { "content-type": "application/json", ...headers },
    });
    expect(reply.status).toBe(route.status);
  });

  it("is read by GET and HEAD only", async () => {
    const place = await install();
    const post = await place.management.fetch(
      new Request("https://ads.example/openapi.json", { method: "POST" }),
    );
    expect(post.status).toBe(405);
    const head = await place.management.fetch(
      new Request("https://ads.example/openapi.json", { method: "HEAD" }),
    );
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});

describe("an unknown path", () => {
  it("gets 404, a wrong method 405", async () => {
    const { management } = await install();
    expect((await send(management, "GET", "/nothing")).status).toBe(404);
    const wrong = await send(management, "PATCH", "/publishers");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });
});
