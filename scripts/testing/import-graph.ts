/** What a file of this project imports, directly and through other files of it. */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Imports and re-exports with values; those of types alone leave nothing behind when the code runs. */
const statement = /(?:^|[\s;])(?:import|export)(?!\s+type\b)(?:[^'"`;]*?\bfrom)?\s*\(?\s*'([^']+)'/g

/** Answers what files reach, with a memory for the run. Paths are relative to the project's folder. */
export class ImportGraph {
  private readonly direct = new Map<string, readonly string[]>()

  /** Specifiers that the file itself names: paths of files for relative ones, names of packages otherwise. */
  listImports(file: string): readonly string[] {
    const known = this.direct.get(file)
    if (known) return known
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const found = [...text.matchAll(statement)].map(([, name = '']) =>
      name.startsWith('.') ? normalize(join(dirname(file), name)) : name,
    )
    this.direct.set(file, found)
    return found
  }

  /** Everything that is loaded with the file, itself included. `follows` limits the files whose imports are followed. */
  listReached(file: string, follows: (path: string) => boolean = () => true): ReadonlySet<string> {
    const reached = new Set([file])
    for (const path of reached) {
      if (path !== file && !follows(path)) continue
      for (const name of this.listImports(path)) reached.add(name)
    }
    return reached
  }
}
