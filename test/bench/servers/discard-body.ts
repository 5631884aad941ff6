/** Throws the body of a web request away and answers. */
export async function discardBody(request: Request): Promise<Response> {
  const reader = request.body?.getReader();
  while (reader !== undefined && !(await reader.read()).done);
  return new Response("{}");
}
