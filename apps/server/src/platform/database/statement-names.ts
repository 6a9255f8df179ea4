import { createHash } from 'node:crypto'

const maxTextLength = 8_000
const maxSeen = 2_000

/** Statements that a server can prepare; begin, commit, set and DDL gain nothing from it. */
const preparable = /^\s*(select|insert|update|delete|merge|with|values)\b/i

/** Names of statements, the same on all connections of a pool. */
export interface StatementNames {
  /** The name of a statement; `undefined` means: send it unnamed. */
  find(text: string): string | undefined
  /** Gives other names from here on: what was prepared under the old ones is of no use any more. */
  renew(): void
}

/**
 * Names statements by their text, so that a connection parses and plans each once.
 *
 * A text earns its name at its second use, and at most `maxNames` texts do: SQL whose shape follows its input (lists of
 * values, dynamic filters) cannot fill the server's memory with plans.
 */
export function createStatementNames(maxNames = 500): StatementNames {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  let round = 0
  return {
    find(text) {
      const known = names.get(text)
      if (known !== undefined) return known
      if (names.size >= maxNames || text.length > maxTextLength || !preparable.test(text)) return undefined
      if (!seen.has(text)) {
        if (seen.size >= maxSeen) seen.clear()
        seen.add(text)
        return undefined
      }
      seen.delete(text)
      const name = `rushes_${round}_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
      names.set(text, name)
      return name
    },
    renew() {
      round += 1
      names.clear()
    },
  }
}
