/** `npm run sample -- <file>`: makes the clip of the demo at a path. */

import { createMediaEngine } from '@rushes/media-engine'
import { makeClip } from './clip.ts'

const [path] = process.argv.slice(2)
if (path === undefined) {
  console.error('usage: npm run sample -- <file.mp4>')
  process.exitCode = 1
} else {
  const engine = createMediaEngine()
  try {
    await makeClip(engine, path)
  } finally {
    await engine.close()
  }
}
