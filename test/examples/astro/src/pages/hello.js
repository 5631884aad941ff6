export const GET = () => new Response("The application's own page.");
export const POST = async ({ request }) => Response.json({ parsed: await request.json() });
