// An empty function: the cost of the platform alone.
export default {
  fetch: async (request) => Response.json({ has_ad: false, size: (await request.text()).length }),
};
