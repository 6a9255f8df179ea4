import { existsSync } from 'node:fs'
import { join } from 'node:path'

const place = '../shared/design/mockups'

/** The folder of the design's mockups: no part of the repository, it stands beside it. Throws where it is absent. */
export function findMockups(repository = join(import.meta.dirname, '../../..')): string {
  const folder = join(repository, place)
  if (existsSync(folder)) return folder
  throw new Error(
    `there are no mockups to compare with: they are no part of this repository and are looked for beside it, in ${folder}. Without --mockups the pages alone are taken.`,
  )
}
