import { json, text } from "@sveltejs/kit";

export const GET = () => text("The application's own page.");
export const POST = async ({ request }) => json({ parsed: await request.json() });
