import Type from 'typebox'
import { Flag, FreeForm, Id } from '../shapes.ts'

const QueryText = Type.String({ maxLength: 131_072 })
/** Any number from 0; clients ask for `rows=10000000` and for the largest int64 when they mean everything. */
const Count = Type.Integer({ format: 'int64', minimum: 0, maximum: 2 ** 63 })

const RangeText = Type.String({ maxLength: 100, description: 'a number, or a date (`NOW/DAY`) or a time (`+1DAY`)' })
const Mark = Type.String({ maxLength: 100 })

const FacetLimit = Type.Integer({ minimum: -1, description: '-1: all values' })
const FacetSort = Type.Enum(['count', 'index'])
const RangeWords = Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })
/** Solr takes it, and what is found or counted would be something else without it. */
const Refused = Type.String({ maxLength: 0, description: 'not supported, and refused' })

/** The search parameters ("Limits"): query, filters, page, order, returned fields, facets, marks, groups. */
export const searchParameters = {
  q: QueryText,
  fq: Type.Array(QueryText, { maxItems: 100 }),
  start: Count,
  rows: Count,
  offset: Count,
  limit: Count,
  sort: Type.String({ maxLength: 2000 }),
  df: Type.String({ maxLength: 1000, description: 'the field of what names none' }),
  'q.op': Type.Enum(['OR', 'AND', 'or', 'and'], { description: 'what stands between clauses that nothing joins' }),
  defType: Type.Enum(['lucene']),
  fl: Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 100 }),
  facet: Flag,
  'facet.field': Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50 }),
  'facet.pivot': Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 20 }),
  'facet.query': Type.Array(QueryText, { maxItems: 20 }),
  'facet.limit': FacetLimit,
  'facet.offset': Count,
  'facet.mincount': Count,
  'facet.sort': FacetSort,
  'facet.prefix': Type.String({ maxLength: 1000 }),
  'facet.missing': Flag,
  'facet.pivot.mincount': Count,
  'facet.range': Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 10 }),
  'facet.range.start': RangeText,
  'facet.range.end': RangeText,
  'facet.range.gap': RangeText,
  'facet.range.hardend': Flag,
  'facet.range.other': RangeWords,
  'facet.range.include': RangeWords,
  'f.<field>.facet.limit': FacetLimit,
  'f.<field>.facet.offset': Count,
  'f.<field>.facet.mincount': Count,
  'f.<field>.facet.sort': FacetSort,
  'f.<field>.facet.prefix': Type.String({ maxLength: 1000 }),
  'f.<field>.facet.missing': Flag,
  'f.<field>.facet.range.start': RangeText,
  'f.<field>.facet.range.end': RangeText,
  'f.<field>.facet.range.gap': RangeText,
  'f.<field>.facet.range.hardend': Flag,
  'f.<field>.facet.range.other': RangeWords,
  'f.<field>.facet.range.include': RangeWords,
  cursorMark: Type.String({
    maxLength: 20_000,
    description: '`*` begins a listing; each page tells the mark of the next in `nextCursorMark`',
  }),
  hl: Flag,
  'hl.fl': Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 100 }),
  'hl.snippets': Count,
  'hl.fragsize': Count,
  'hl.simple.pre': Mark,
  'hl.simple.post': Mark,
  'hl.tag.pre': Mark,
  'hl.tag.post': Mark,
  'hl.encoder': Type.Enum(['html', '']),
  'hl.requireFieldMatch': Flag,
  group: Flag,
  'group.field': Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 5 }),
  'group.limit': Count,
  'group.offset': Count,
  'group.sort': Type.String({ maxLength: 2000 }),
  'group.ngroups': Flag,
  'facet.contains': Refused,
  'facet.matches': Refused,
  'facet.excludeTerms': Refused,
  'facet.interval': Refused,
  'facet.heatmap': Refused,
  'json.facet': Refused,
  'group.query': Refused,
  'group.func': Refused,
  'group.main': Refused,
  'group.format': Refused,
  'hl.q': Refused,
  stats: Refused,
  qf: Refused,
  pf: Refused,
  mm: Refused,
  bq: Refused,
  bf: Refused,
} as const

/** The search parameters of lists of annotations, which may move clip properties into a group of their own. */
export const annotationSearchParameters = {
  ...searchParameters,
  isCompressed: Flag,
} as const

/** One found document: its fields, flat; the set of fields depends on what was indexed and on `fl`. */
export const SolrDocument = Type.Record(Type.String(), Type.Unknown(), {
  title: 'SolrDocument',
  description: 'the fields of a found document; `id` is the id of its annotation or other resource',
})
export type SolrDocument = Type.Static<typeof SolrDocument>

/** How often the values of one field occur among the results. */
export const FacetField = Type.Object(
  {
    name: Type.String(),
    valueCount: Id,
    values: Type.Array(
      Type.Object({
        name: Type.Union([Type.String(), Type.Null()], { description: 'null: results without a value' }),
        count: Id,
      }),
    ),
  },
  { title: 'FacetField' },
)
export type FacetField = Type.Static<typeof FacetField>

/** One value of a level of `facet.pivot`, and the values of the next level among the documents that have it. */
export interface FacetPivotNode {
  field: string
  value: string | number | boolean
  count: number
  pivot?: FacetPivotNode[]
}
const FacetPivotNode = Type.Object(
  {
    field: Type.String(),
    value: Type.Unknown(),
    count: Id,
    pivot: Type.Optional(Type.Array(Type.Unknown({ description: 'nodes of the next level' }))),
  },
  { title: 'FacetPivotNode' },
)

/** How many results lie in each of some ranges of one size; dates are written as instants. */
export const FacetRangeCounts = Type.Object(
  {
    name: Type.String(),
    start: Type.Union([Type.Number(), Type.String()]),
    end: Type.Union([Type.Number(), Type.String()]),
    gap: Type.Union([Type.Number(), Type.String()]),
    counts: Type.Array(
      Type.Object({ value: Type.String({ description: 'where the range begins' }), count: Type.Integer() }),
    ),
    before: Type.Optional(Type.Integer()),
    after: Type.Optional(Type.Integer()),
    between: Type.Optional(Type.Integer()),
  },
  { title: 'FacetRangeCounts' },
)
export type FacetRangeCounts = Type.Static<typeof FacetRangeCounts>

/** The results put together by the value of a field, a page of groups. */
export const GroupResponse = Type.Object(
  {
    values: Type.Array(
      Type.Object({
        name: Type.String({ description: 'the field' }),
        matches: Type.Integer({ description: 'all documents found' }),
        ngroups: Type.Optional(Type.Integer()),
        values: Type.Array(
          Type.Object({
            groupValue: Type.Union([Type.String(), Type.Null()], { description: 'null: documents without a value' }),
            result: Type.Object({
              numFound: Type.Integer({ description: 'documents of the group' }),
              start: Type.Integer(),
              results: Type.Array(SolrDocument),
            }),
          }),
        ),
      }),
    ),
  },
  { title: 'GroupResponse' },
)
export type GroupResponse = Type.Static<typeof GroupResponse>

/** Where in its clip something was found: frames, `[start, end)`, and the text that is said there. */
export const SearchHit = Type.Object(
  { start: Type.Integer(), end: Type.Integer(), text: Type.String() },
  { title: 'SearchHit' },
)
export type SearchHit = Type.Static<typeof SearchHit>

const resultListMembers = {
  elapsedTime: Type.Integer({ format: 'int64', description: 'milliseconds' }),
  numFound: Id,
  start: Id,
  results: Type.Array(SolrDocument),
  items: Type.Array(SolrDocument, { description: 'the same documents as `results`' }),
  responseHeader: FreeForm,
  facetFields: Type.Array(FacetField),
  facetPivot: Type.Record(Type.String(), Type.Array(FacetPivotNode), {
    description: 'by the text of the `facet.pivot` that asked for it',
  }),
  facetQuery: Type.Record(Type.String(), Type.Integer(), {
    description: 'by the text of the `facet.query`: how many results match it',
  }),
  facetDates: Type.Array(FacetField),
  facetRanges: Type.Array(FacetRangeCounts),
  fieldStatsInfo: FreeForm,
  highlighting: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.String())), {
    description: 'with `hl`: by document id and field, pieces of text with what was found marked in them',
  }),
  hits: Type.Optional(
    Type.Record(Type.String(), Type.Array(SearchHit), {
      description: 'with `hl`: by document id, the words of a transcript and the captions that were found',
    }),
  ),
  groupResponse: Type.Optional(GroupResponse),
  nextCursorMark: Type.Optional(
    Type.String({ description: 'with `cursorMark`: where the next page begins; the same again at the end' }),
  ),
  mediaObjectProperties: Type.Optional(
    Type.Record(Type.String(), SolrDocument, {
      description: 'with `isCompressed`: by media object id, the clip properties that its documents share',
    }),
  ),
}

/** A result list ("Search result lists"); `numFound` and `start` are also the paging headers. */
export interface SearchResultList {
  elapsedTime: number
  numFound: number
  start: number
  results: SolrDocument[]
  items: SolrDocument[]
  responseHeader: Record<string, unknown>
  facetFields: FacetField[]
  facetPivot: Record<string, FacetPivotNode[]>
  facetQuery: Record<string, number>
  facetDates: FacetField[]
  facetRanges: FacetRangeCounts[]
  fieldStatsInfo: Record<string, unknown>
  highlighting: Record<string, Record<string, string[]>>
  hits?: Record<string, SearchHit[]>
  groupResponse?: GroupResponse
  nextCursorMark?: string
  mediaObjectProperties?: Record<string, SolrDocument>
}

/** A result list under the name that one endpoint gives it. */
function resultList(title: string) {
  return Type.Object(resultListMembers, { title, additionalProperties: false })
}

export const AnnotationSolrDocumentList = resultList('AnnotationSolrDocumentList')
export const ActivitySolrDocumentList = resultList('ActivitySolrDocumentList')
export const ThesaurusSolrDocumentList = resultList('ThesaurusSolrDocumentList')
export const DocumentList = resultList('DocumentList')
