import type { Query } from '../parse/ast.ts'
import { type ParseOptions, parseQuery } from '../parse/parser.ts'

/**
 * Parses one `fq`. The grammar is that of a query: `funnel:TempFile`, any of a list as `mimeType:(video/mp4 video/mov)`,
 * none of a list with a minus before it. A filter has no score, so its boosts and constant scores are left out of the tree.
 */
export function parseFilter(text: string, options: ParseOptions = {}): Query {
  return removeScores(parseQuery(text, options))
}

function removeScores(query: Query): Query {
  switch (query.kind) {
    case 'boost':
    case 'constantScore':
      return removeScores(query.query)
    case 'boolean':
      return {
        kind: 'boolean',
        clauses: query.clauses.map(({ occur, query }) => ({ occur, query: removeScores(query) })),
      }
    default:
      return query
  }
}
