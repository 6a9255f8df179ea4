/** A search under way: what its requests have in common. */

import { malformed } from '@rushes/contract'
import type { SearchRequest } from '@rushes/query'
import type { Asked } from '../../../engine.ts'
import { isOfClauses, type SolrClient, SolrRefusal } from '../client.ts'
import { toCondition } from './conditions.ts'
import { noMark } from './cursor.ts'
import { combine, Parameters } from './parameters.ts'
import { findBegun } from './phrases.ts'
import { toScopeConditions } from './scope.ts'

/** How long Solr may take for one request. */
const deadlineMs = 10_000

/** What a search looks for, as conditions. */
export class Search {
  readonly client: SolrClient
  readonly request: SearchRequest
  readonly asked: Asked
  readonly parameters = new Parameters()
  /** All of these hold for the documents that it may find. */
  readonly inScope: readonly string[]
  /** And these for those that it finds. */
  readonly matches: readonly string[]

  constructor(client: SolrClient, request: SearchRequest, asked: Asked) {
    this.client = client
    this.request = request
    this.asked = asked
    const { scope, scopePlans, query, filters } = asked
    this.inScope = [
      ...toScopeConditions(scope, this.parameters),
      ...scopePlans.map(plan => toCondition(plan, this.parameters)),
    ]
    this.matches = [query, ...filters].map(plan => toCondition(plan, this.parameters))
  }

  /** The condition of what is found, within the scope. */
  get found(): string {
    return combine(this.parameters, { must: this.matches })
  }

  /** Asks Solr about what is found. Throws a `BadRequestError` for what it refuses. */
  async ask<Answer>(request: SolrRequest): Promise<Answer> {
    const { params, ...rest } = request
    const body = {
      query: '*:*',
      ...rest,
      // Each condition of the scope is kept for other searches; what is asked is not asked again so soon.
      filter: [...this.inScope, ...this.matches.map(condition => markAsked(condition))],
      params: { timeAllowed: deadlineMs, ...this.parameters.values, ...params },
    }
    return this.send(body)
  }

  /** Whether a document of the scope has what a condition asks. */
  async hasInScope(condition: string): Promise<boolean> {
    const { response } = await this.send<{ response: { numFound: number } }>({
      query: '*:*',
      limit: 0,
      filter: [...this.inScope, condition],
      params: this.parameters.values,
    })
    return response.numFound > 0
  }

  async send<Answer>(body: unknown): Promise<Answer> {
    try {
      return await this.client.ask<Answer>('/select', body)
    } catch (error) {
      if (!(error instanceof SolrRefusal)) throw error
      if (/cursorMark/i.test(error.message)) throw noMark()
      const { query, filters, counted } = this.asked
      const begun = findBegun([query, ...filters, ...counted.map(({ plan }) => plan)])
      if (begun !== undefined && isOfClauses(error))
        throw malformed('q', `"${begun}" ends with the beginning of too many words; write more of the last one`)
      throw malformed('q', 'This asks for more than the search can do at once; ask for less')
    }
  }
}

export interface SolrRequest {
  readonly query?: string
  readonly limit?: number
  readonly offset?: number
  readonly sort?: string
  readonly fields?: readonly string[]
  readonly facet?: Record<string, unknown>
  readonly params?: Record<string, unknown>
}

/** What facets over the whole scope leave out. */
export const askedTag = 'asked'

function markAsked(condition: string): string {
  return condition.startsWith('{!')
    ? condition.replace(/^\{!(\w+)/, `{!$1 tag=${askedTag} cache=false`)
    : `{!lucene tag=${askedTag} v='${condition}'}`
}
