import Type from 'typebox'
import { about, documentedAs, Flag, FreeForm, Id } from '../shapes.ts'

const QueryText = Type.String({ maxLength: 131_072 })
/** Any number from 0; clients ask for `rows=10000000` and for the largest int64 when they mean everything. */
const Count = Type.Integer({ format: 'int64', minimum: 0, maximum: 2 ** 63 })

const RangeText = Type.String({ maxLength: 100, description: 'a number, or a date (`NOW/DAY`) or a time (`+1DAY`)' })
const Mark = Type.String({ maxLength: 100 })

const FacetLimit = Type.Integer({ minimum: -1, description: 'largest number of values; 100 when absent, -1 for all' })
const FacetSort = Type.Enum(['count', 'index'])
const RangeWords = Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })
/** Solr takes it, and what is found or counted would be something else without it. */
const Refused = Type.String({ maxLength: 0, description: 'not supported, and refused' })

/** Search parameters (docs/interface/search.md): query, filters, page, order, fields, facets, marks, groups. */
export const searchParameters = {
  q: about(QueryText, 'query in Solr syntax; ranks the results, everything when absent'),
  fq: about(Type.Array(QueryText, { maxItems: 100 }), 'filters in Solr syntax; a document must match all of them'),
  start: about(Count, 'number of results to skip; the same as `offset`'),
  rows: about(Count, 'largest number of results to return; the same as `limit`'),
  offset: about(Count, 'number of results to skip; the same as `start`'),
  limit: about(Count, 'largest number of results to return; the same as `rows`'),
  sort: about(
    Type.String({ maxLength: 2000 }),
    'fields and directions, such as `created desc,name asc`; by relevance when absent',
  ),
  df: Type.String({ maxLength: 1000, description: 'the field of what names none' }),
  // Words that differ in case alone are one constant to generators of clients.
  'q.op': documentedAs(
    Type.Enum(['OR', 'AND', 'or', 'and']),
    Type.String({ pattern: '^(OR|AND|or|and)$' }),
    'what joins clauses without an operator between them: `OR` (when absent) or `AND`',
  ),
  defType: about(Type.Enum(['lucene']), 'query parser; only the standard parser `lucene` is supported'),
  fl: about(
    Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 100 }),
    'fields to return, separated by commas; all fields when absent',
  ),
  facet: about(Flag, 'whether facets are counted; false switches all of them off'),
  'facet.field': about(
    Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50 }),
    'field whose values are counted among all results',
  ),
  'facet.pivot': about(
    Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 20 }),
    'up to three fields separated by commas, counted as a tree',
  ),
  'facet.query': about(Type.Array(QueryText, { maxItems: 20 }), 'query whose matches among the results are counted'),
  'facet.limit': FacetLimit,
  'facet.offset': about(Count, 'number of values to skip; 0 when absent'),
  'facet.mincount': about(Count, 'smallest count of a value that is returned; 0 when absent'),
  'facet.sort': about(FacetSort, 'order of the values: by `count`, or by value (`index`)'),
  'facet.prefix': about(Type.String({ maxLength: 1000 }), 'only values that begin with this text'),
  'facet.missing': about(Flag, 'whether results without a value are counted too'),
  'facet.pivot.mincount': about(Count, 'smallest count of a node of a tree; 1 when absent'),
  'facet.range': about(
    Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 10 }),
    'field of numbers or dates that is counted in ranges',
  ),
  'facet.range.start': RangeText,
  'facet.range.end': RangeText,
  'facet.range.gap': RangeText,
  'facet.range.hardend': about(Flag, 'whether the last range ends at the end, instead of being full'),
  'facet.range.other': about(RangeWords, 'further counts: `before`, `after`, `between`, `all` or `none`'),
  'facet.range.include': about(
    RangeWords,
    'which bounds belong to a range: `lower` (when absent), `upper`, `edge`, `outer`, `all`',
  ),
  'facet.date': about(
    Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 10 }),
    'field of dates that is counted in ranges, which `facetDates` has; the older name of `facet.range`',
  ),
  'facet.date.start': RangeText,
  'facet.date.end': RangeText,
  'facet.date.gap': RangeText,
  'facet.date.hardend': about(Flag, 'whether the last range ends at the end, instead of being full'),
  'facet.date.other': about(RangeWords, 'further counts: `before`, `after`, `between`, `all` or `none`'),
  'facet.date.include': about(
    RangeWords,
    'which bounds of a range are counted: `lower`, `upper`, `edge`, `outer`, `all`',
  ),
  NOW: about(Mark, 'the moment that is `NOW` in dates, in epoch milliseconds; that of the search when absent'),
  TZ: about(
    Mark,
    'time zone in which days, months and years of dates begin, such as `Europe/Brussels`; UTC when absent',
  ),
  'f.<field>.facet.limit': about(FacetLimit, '`facet.limit` for this field only; it overrides the general parameter'),
  'f.<field>.facet.offset': about(Count, '`facet.offset` for this field only; it overrides the general parameter'),
  'f.<field>.facet.mincount': about(Count, '`facet.mincount` for this field only; it overrides the general parameter'),
  'f.<field>.facet.sort': about(FacetSort, '`facet.sort` for this field only; it overrides the general parameter'),
  'f.<field>.facet.prefix': about(
    Type.String({ maxLength: 1000 }),
    '`facet.prefix` for this field only; it overrides the general parameter',
  ),
  'f.<field>.facet.missing': about(Flag, '`facet.missing` for this field only; it overrides the general parameter'),
  'f.<field>.facet.range.start': RangeText,
  'f.<field>.facet.range.end': RangeText,
  'f.<field>.facet.range.gap': RangeText,
  'f.<field>.facet.range.hardend': about(
    Flag,
    '`facet.range.hardend` for this field only; it overrides the general parameter',
  ),
  'f.<field>.facet.range.other': about(
    RangeWords,
    '`facet.range.other` for this field only; it overrides the general parameter',
  ),
  'f.<field>.facet.range.include': about(
    RangeWords,
    '`facet.range.include` for this field only; it overrides the general parameter',
  ),
  cursorMark: Type.String({
    maxLength: 20_000,
    description: '`*` begins a listing; each page tells the mark of the next in `nextCursorMark`',
  }),
  hl: about(Flag, 'whether found words are marked in `highlighting`'),
  'hl.fl': about(
    Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 100 }),
    'fields in which to mark words, separated by commas',
  ),
  'hl.snippets': about(Count, 'largest number of pieces of text per field; 1 when absent'),
  'hl.fragsize': about(Count, 'approximate length of a piece in characters; 0 returns the whole text'),
  'hl.simple.pre': about(Mark, 'text before a found word; `<em>` when absent'),
  'hl.simple.post': about(Mark, 'text after a found word; `</em>` when absent'),
  'hl.tag.pre': about(Mark, 'text before a found word; the same as `hl.simple.pre`'),
  'hl.tag.post': about(Mark, 'text after a found word; the same as `hl.simple.post`'),
  'hl.encoder': about(Type.Enum(['html', '']), '`html` escapes the text of the pieces for use in a page'),
  'hl.requireFieldMatch': about(Flag, 'whether a word is marked only in the field that was searched'),
  group: about(Flag, 'whether results are grouped by `group.field`'),
  'group.field': about(
    Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 5 }),
    'field whose values form the groups',
  ),
  'group.limit': about(Count, 'largest number of documents per group; 1 when absent'),
  'group.offset': about(Count, 'number of documents to skip within each group'),
  'group.sort': about(Type.String({ maxLength: 2000 }), 'order of the documents within a group'),
  'group.ngroups': about(Flag, 'whether the number of groups is returned'),
  'facet.contains': Refused,
  'facet.matches': Refused,
  'facet.excludeTerms': Refused,
  json: Refused,
  'json.<member>': Refused,
  terms: Refused,
  'terms.<member>': Refused,
  mlt: Refused,
  'mlt.<member>': Refused,
  stats: Refused,
  'stats.<member>': Refused,
  expand: Refused,
  'expand.<member>': Refused,
  'facet.interval': Refused,
  'facet.interval.<member>': Refused,
  'facet.heatmap': Refused,
  'facet.heatmap.<member>': Refused,
  'group.facet': Refused,
  'group.truncate': Refused,
  'q.alt': Refused,
  rq: Refused,
  uf: Refused,
  boost: Refused,
  pf2: Refused,
  pf3: Refused,
  ps: Refused,
  qs: Refused,
  tie: Refused,
  elevateIds: Refused,
  excludeIds: Refused,
  timeAllowed: Refused,
  shards: Refused,
  'group.query': Refused,
  'group.func': Refused,
  'group.main': Refused,
  'group.format': Refused,
  'hl.q': Refused,
  qf: Refused,
  pf: Refused,
  mm: Refused,
  bq: Refused,
  bf: Refused,
} as const

/** The search parameters of lists of annotations, which may move clip properties into a group of their own. */
export const annotationSearchParameters = {
  ...searchParameters,
  isCompressed: about(Flag, 'moves what documents of one clip share into `mediaObjectProperties`'),
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
    name: about(Type.String(), 'the field that was counted'),
    valueCount: about(Id, 'number of different values that were returned'),
    values: about(
      Type.Array(
        Type.Object({
          name: Type.Union([Type.String(), Type.Null()], { description: 'the field that was counted' }),
          count: about(Id, 'number of results with this value'),
        }),
      ),
      'the values with their counts, in the requested order',
    ),
  },
  { title: 'FacetField' },
)
export type FacetField = Type.Static<typeof FacetField>

/** One value of a level of `facet.pivot`, and the values of the next level among the documents that have it. */
export interface FacetPivotNode {
  field: string
  /** Null: documents without a value (`facet.missing`). */
  value: string | number | boolean | null
  count: number
  pivot?: FacetPivotNode[]
}
const FacetPivotNode = Type.Object(
  {
    field: about(Type.String(), 'the field of this level of the tree'),
    value: about(
      Type.Unknown(),
      'value of the field: a text, a number or a flag; null: results without a value (`facet.missing`)',
    ),
    count: about(Id, 'number of results with this value'),
    pivot: Type.Optional(
      about(
        Type.Array(Type.Unknown({ description: 'nodes of the next level' })),
        'nodes of the next level; absent on the last level',
      ),
    ),
  },
  { title: 'FacetPivotNode' },
)

/** How many results lie in each of some ranges of one size; dates are written as instants. */
export const FacetRangeCounts = Type.Object(
  {
    name: about(Type.String(), 'the field that was counted in ranges'),
    start: about(
      Type.Union([Type.Number(), Type.String()]),
      'where the first range begins: a number, or a date as an instant',
    ),
    end: about(
      Type.Union([Type.Number(), Type.String()]),
      'where the last range ends: a number, or a date as an instant',
    ),
    gap: about(Type.Union([Type.Number(), Type.String()]), 'size of a range, as in the request'),
    counts: about(
      Type.Array(
        Type.Object({
          value: Type.String({ description: 'where the range begins' }),
          count: Type.Integer({ description: 'number of results in the range' }),
        }),
      ),
      'the ranges with their counts, in ascending order',
    ),
    before: Type.Optional(about(Type.Integer(), 'number of results below the first range')),
    after: Type.Optional(about(Type.Integer(), 'number of results above the last range')),
    between: Type.Optional(about(Type.Integer(), 'number of results in all ranges together')),
  },
  { title: 'FacetRangeCounts' },
)
export type FacetRangeCounts = Type.Static<typeof FacetRangeCounts>

/** The results put together by the value of a field, a page of groups. */
export const GroupResponse = Type.Object(
  {
    values: about(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'field whose values form the groups' }),
          matches: Type.Integer({ description: 'number of all documents found' }),
          ngroups: Type.Optional(about(Type.Integer(), 'number of groups; only with `group.ngroups`')),
          values: about(
            Type.Array(
              Type.Object({
                groupValue: Type.Union([Type.String(), Type.Null()], {
                  description: 'null: documents without a value',
                }),
                result: about(
                  Type.Object({
                    numFound: Type.Integer({ description: 'documents of the group' }),
                    start: about(Type.Integer(), 'number of documents skipped in the group'),
                    results: about(Type.Array(SolrDocument), 'documents of the group, in the order of `group.sort`'),
                  }),
                  'the documents of the group that are returned',
                ),
              }),
            ),
            'the groups of this page',
          ),
        }),
      ),
      'one item for each `group.field`',
    ),
  },
  { title: 'GroupResponse' },
)
export type GroupResponse = Type.Static<typeof GroupResponse>

/** Where in its clip something was found: frames, `[start, end)`, and the text that is said there. */
export const SearchHit = Type.Object(
  {
    start: Type.Integer({ description: 'first frame in the clip, included' }),
    end: Type.Integer({ description: 'frame after the last one in the clip' }),
    text: Type.String({ description: 'what is said or shown there' }),
  },
  { title: 'SearchHit' },
)
export type SearchHit = Type.Static<typeof SearchHit>

const resultListMembers = {
  elapsedTime: Type.Integer({ format: 'int64', description: 'duration of the search in milliseconds' }),
  numFound: about(Id, 'number of documents found, not only those returned'),
  start: about(Id, 'number of documents skipped before the first one returned'),
  results: about(Type.Array(SolrDocument), 'the found documents of this page, in order'),
  items: Type.Array(SolrDocument, { description: 'the same documents as `results`' }),
  responseHeader: about(FreeForm, 'the parameters of the search, as Solr returns them'),
  facetFields: about(Type.Array(FacetField), 'counts for each `facet.field`, in the order of the request'),
  facetPivot: Type.Record(Type.String(), Type.Array(FacetPivotNode), {
    description: 'by the text of the `facet.pivot` that asked for it',
  }),
  facetQuery: Type.Record(Type.String(), Type.Integer(), {
    description: 'by the text of the `facet.query`: how many results match it',
  }),
  facetDates: about(
    Type.Array(FacetField),
    'counts for each `facet.date`, named by the moments at which the ranges begin',
  ),
  facetRanges: about(Type.Array(FacetRangeCounts), 'counts for each `facet.range`, in the order of the request'),
  fieldStatsInfo: about(FreeForm, 'always empty; statistics are not supported'),
  highlighting: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.String())), {
    description: 'with `hl`: by document id and field, pieces of text with what was found marked in them',
  }),
  hits: Type.Optional(
    Type.Record(Type.String(), Type.Array(SearchHit), {
      description: 'with `hl`: by document id, the words of a transcript and the captions that were found',
    }),
  ),
  groupResponse: Type.Optional(about(GroupResponse, 'with `group`: the page of groups, instead of `results`')),
  nextCursorMark: Type.Optional(
    Type.String({ description: 'with `cursorMark`: where the next page begins; the same again at the end' }),
  ),
  mediaObjectProperties: Type.Optional(
    Type.Record(Type.String(), SolrDocument, {
      description: 'with `isCompressed`: by media object id, the clip properties that its documents share',
    }),
  ),
}

/** A result list (search-21); `numFound` and `start` are also the paging headers. */
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
