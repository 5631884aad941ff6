import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { routes } from "../../core/management/routes.ts";
import { type Installation, install, send } from "./installation.ts";

async function document(place: Installation): Promise<Readonly<Record<string, unknown>>> {
  const response = await place.management.fetch(new Request("https://ads.example/openapi.json"));
  expect(response.headers.get("content-type")).toBe("application/json");
  return JSON.parse(await response.text());
}

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

  it("asks for the fields that serving asks for", async () => {
    const { paths } = await document(await install());
    const schema = Object(paths)["/campaigns"].post.requestBody.content["application/json"].schema;
    expect(schema.required).toEqual(expect.arrayContaining(["id", "advertiser", "name", "priceMicros"]));
    expect(schema.properties.priceMicros).toMatchObject({ type: "integer", minimum: 0 });
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

describe("a path that is none", () => {
  it("is answered 404, a wrong method 405", async () => {
    const { management } = await install();
    expect((await send(management, "GET", "/nothing")).status).toBe(404);
    const wrong = await send(management, "PATCH", "/publishers");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });
});
