// The baseline on PostgreSQL: one transaction per request, without authentication, signatures or batches.
import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import process from "node:process";
import postgres from "postgres";
import { priceMicros } from "../catalog.ts";
import { reportUsage } from "../processes/usage.ts";
import { bareAnswer } from "./bare-answer.ts";

const campaigns = Number(process.env["BENCH_CAMPAIGNS"] ?? 1);
const sql = postgres(process.env["DATABASE_URL"] ?? "", {
  max: Number(process.env["BENCH_CONNECTIONS"] ?? 10),
  onnotice: () => undefined,
});

async function issue(visitorId: string): Promise<boolean> {
  const campaignId = `campaign-${Math.floor(Math.random() * campaigns)}`;
  return sql.begin(async (transaction) => {
    const [campaign] = await transaction`
      select budget - spent - held as free from baseline.campaigns where id = ${campaignId} for no key update`;
    if (campaign === undefined || Number(campaign["free"]) < priceMicros) return false;
    await transaction`update baseline.campaigns set held = held + ${priceMicros} where id = ${campaignId}`;
    await transaction`
      insert into baseline.deliveries (id, campaign_id, visitor_id, price, issued_at)
      values (${randomUUID()}, ${campaignId}, ${visitorId}, ${priceMicros}, clock_timestamp())`;
    return true;
  });
}

async function confirm(deliveryId: string): Promise<boolean> {
  return sql.begin(async (transaction) => {
    const [delivery] = await transaction`
      select d.campaign_id, d.price, d.seen_at is null and d.issued_at < clock_timestamp() - interval '1 second' as good
      from baseline.deliveries d join baseline.campaigns c on c.id = d.campaign_id
      where d.id = ${deliveryId} for no key update`;
    if (delivery === undefined || delivery["good"] !== true) return false;
    const { campaign_id: campaignId, price } = delivery;
    await transaction`
      update baseline.campaigns set held = held - ${price}, spent = spent + ${price} where id = ${campaignId}`;
    await transaction`update baseline.deliveries set seen_at = clock_timestamp() where id = ${deliveryId}`;
    await transaction`
      insert into baseline.charges (delivery_id, campaign_id, price, charged_at)
      values (${deliveryId}, ${campaignId}, ${price}, clock_timestamp())`;
    return true;
  });
}

async function handle(path: string, text: string): Promise<boolean> {
  const body: unknown = JSON.parse(text);
  if (typeof body !== "object" || body === null) return false;
  if (path.endsWith("/seen")) return "delivery_id" in body && confirm(String(body.delivery_id));
  return "visitor_id" in body && issue(String(body.visitor_id));
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const text = Buffer.concat(chunks).toString();
    const answer = (status: number): void => {
      const body = bareAnswer(text);
      response.writeHead(status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      });
      response.end(body);
    };
    handle(request.url ?? "", text).then(
      (done) => answer(done ? 200 : 409),
      () => answer(500),
    );
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  reportUsage(`http://127.0.0.1:${port}`, async () => {
    server.closeAllConnections();
    await sql.end();
  });
});
