/** What `npm start` does: builds the pages when their sources have changed, then serves. */

import { buildWebApp } from '../apps/web/build/build.ts'

await buildWebApp().catch((error: Error) => {
  // The service itself needs none of it.
  console.error(`The pages of the web app could not be built: ${error.message}`)
})
await import('../apps/server/src/main.ts')
