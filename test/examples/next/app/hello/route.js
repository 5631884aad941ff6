export function GET() {
  return new Response("The application's own page.");
}
