// What a function costs that does nothing.
export default {
  fetch: async (request) => Response.json({ has_ad: false, size: (await request.text()).length }),
};
