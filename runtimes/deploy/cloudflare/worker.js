// An installation in one Durable Object: ads, the management API, the console, and the data.
import { DurableObject } from "cloudflare:workers";
import { forwardRequest, openObjectStore, toDurableObject } from "handbill/cloudflare";
import { createConsole } from "handbill/console";
import { createInstallation } from "handbill/management";

export class Ads extends DurableObject {
  #server = toDurableObject(
    createInstallation({
      store: openObjectStore(this.ctx.storage),
      console: createConsole(),
      env: (name) => this.env[name],
      health: true,
    }),
    this.ctx,
  );

  fetch(request) {
    return this.#server.fetch(request);
  }

  alarm() {
    return this.#server.alarm();
  }
}

export default {
  fetch: (request, env) => forwardRequest(env.ADS.getByName("ads"), request),
};
