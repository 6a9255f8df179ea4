/** The invariants of ARCHITECTURE.md that can be read from the text of a file. */

export interface Invariant {
  readonly name: string
  /** Where it holds. */
  readonly files: RegExp
  /** Part of a line that breaks it. */
  readonly forbidden: RegExp
  /** Files that may. */
  readonly allowed: RegExp
  /** Files that still do; one that no longer does has to be taken off. */
  readonly exceptions: readonly string[]
  readonly advice: string
}

const serverSource = /^apps\/server\/src\/(?!.*(?:\.test\.ts$|\/test(?:ing)?\/)).*\.ts$/
export const invariants: readonly Invariant[] = [
  {
    name: 'SQL only in stores',
    files: serverSource,
    forbidden: /\bsql(?:<.*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/,
    // The engine of the search writes its statements from queries.
    allowed: /store\.ts$|^apps\/server\/src\/(?:platform|search)\//,
    exceptions: [],
    advice: 'move the statement to a *store.ts of the module',
  },
  {
    name: 'time only from the clock',
    files: serverSource,
    forbidden: /\bDate\.now\(|\bnew Date\(\)/,
    allowed: /\/platform\/clock\.ts$/,
    exceptions: [],
    advice: 'use ctx.platform.clock',
  },
  {
    name: 'settings only from the configuration',
    files: serverSource,
    forbidden: /\bprocess\.env\b/,
    allowed: /\/platform\/config[^/]*\.ts$|\/(?:main|reindex)\.ts$/,
    exceptions: [],
    advice: 'add a setting to platform/config.ts',
  },
  {
    name: 'repeated work only by startBackground',
    files: serverSource,
    forbidden: /\bsetInterval\(/,
    allowed: /^apps\/server\/src\/platform\//,
    exceptions: [
      'apps/server/src/archives/work-folder.ts',
      'apps/server/src/search/indexer.ts',
      'apps/server/src/search/memory/memory-thread.ts',
      'apps/server/src/search/memory/memory.ts',
      'apps/server/src/search/rebuild.ts',
      'apps/server/src/system/timings.ts',
      'apps/server/src/uploads/holds.ts',
      'apps/server/src/uploads/receive.ts',
    ],
    advice: 'use startBackground of platform/background.ts',
  },
  {
    name: 'no state of the platform in modules',
    files: serverSource,
    forbidden: /^(?:export )?(?:let |const \w+(?:: .+)? = new Weak(?:Map|Set)<Platform\b)/,
    // What a program does with its signals is its own.
    allowed: /\/main\.ts$/,
    exceptions: [
      'apps/server/src/authentication/session-cache.ts',
      'apps/server/src/authentication/sessions.ts',
      'apps/server/src/platform/ids.ts',
      'apps/server/src/platform/passing-bytes.ts',
      'apps/server/src/platform/passwords.ts',
      'apps/server/src/search/dictionary.ts',
      'apps/server/src/search/indexer.ts',
      'apps/server/src/search/memory/memory-thread.ts',
      'apps/server/src/search/memory/memory.ts',
      'apps/server/src/search/words.ts',
      'apps/server/src/sharing/visits.ts',
    ],
    advice: 'create it in app.ts and keep it on the platform',
  },
  {
    name: 'no address of a package registry',
    files: /./,
    forbidden: new RegExp(['registry.npmjs', 'registry.yarnpkg', 'files.pythonhosted', 'repo.maven'].join('|')),
    allowed: /^scripts\/invariants\.ts$/,
    exceptions: [],
    advice: 'leave the address out: everyone has a registry of their own',
  },
]

/** One line for each violation, and for each exception that is not needed any more. */
export function findViolations(texts: ReadonlyMap<string, string>, rules = invariants): string[] {
  return rules.flatMap(rule => {
    const broken = [...texts].filter(
      ([file, text]) => rule.files.test(file) && !rule.allowed.test(file) && breaks(rule, text),
    )
    const places = broken.map(([file]) => file)
    return [
      ...broken.flatMap(([file, text]) =>
        rule.exceptions.includes(file) ? [] : [`${file}:${findLine(rule, text)}: ${rule.name}; ${rule.advice}`],
      ),
      ...rule.exceptions
        .filter(file => !places.includes(file))
        .map(file => `scripts/invariants.ts: ${file} is no exception any more (${rule.name}); take it off the list`),
    ]
  })
}

function breaks(rule: Invariant, text: string): boolean {
  return text.split('\n').some(line => rule.forbidden.test(line))
}

function findLine(rule: Invariant, text: string): number {
  return text.split('\n').findIndex(line => rule.forbidden.test(line)) + 1
}
