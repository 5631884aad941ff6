import { apiKey, platformId } from "../installation.ts";

const samples = 51;

/** The answer of middle length of a handbill to some ad requests, as JSON text. */
export async function adAnswer(url: string): Promise<string> {
  const answers: string[] = [];
  for (let index = 0; index < samples; index++) {
    const response = await fetch(`${url}/api/v1/web/ads`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey.key}`, "content-type": "application/json" },
      body: JSON.stringify({ platform_id: platformId, visitor_id: `sampling-visitor-${index}` }),
    });
    const answer = await response.text();
    if (response.status !== 200) throw new Error(`The handbill answered ${response.status}: ${answer}`);
    answers.push(answer);
  }
  answers.sort((a, b) => a.length - b.length);
  return answers[Math.floor(samples / 2)] ?? "{}";
}
