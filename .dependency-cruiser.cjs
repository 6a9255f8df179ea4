/** Which files may import which; `npm run check` enforces it. ARCHITECTURE.md has the reasons. */

const modules = '^apps/server/src/modules/([^/]+)/'
/** Lowest first: a module may import those of lower layers only. */
const layers = require('./scripts/checks/layers.json')
const anyOf = names => `^apps/server/src/modules/(${names.join('|')})/`

const upward = layers.slice(0, -1).map((layer, index) => ({
  name: `${layer.join('-')}-calls-upward`,
  comment: 'Modules import lower layers only; they notify higher ones by events.',
  severity: 'error',
  from: { path: anyOf(layer), pathNot: '\\.test\\.ts$' },
  to: { path: anyOf(layers.slice(index + 1).flat()) },
}))

module.exports = {
  forbidden: [
    ...upward,
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'modules-are-imported-by-index',
      comment: 'A module is imported through its index.ts.',
      severity: 'error',
      from: { path: modules },
      to: {
        path: modules,
        pathNot: ['^apps/server/src/modules/$1/', '^apps/server/src/modules/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'app-imports-by-index',
      severity: 'error',
      from: { path: '^apps/server/src/[^/]+\\.ts$' },
      to: { path: modules, pathNot: '^apps/server/src/modules/[^/]+/index\\.ts$' },
    },
    {
      name: 'modules-are-started-by-the-list',
      comment: 'The service is a loop over modules.ts.',
      severity: 'error',
      from: { path: '^apps/server/src/app\\.ts$' },
      to: { path: '^apps/server/src/(?!platform/)[^/]+/' },
    },
    {
      name: 'modules-repeat-by-startBackground',
      severity: 'error',
      from: { path: '^apps/server/src/(?!platform/)' },
      to: { path: '^apps/server/src/platform/background/repeat\\.ts$' },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^apps/server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/(?!platform/)' },
    },
    {
      name: 'stores-behind-the-port',
      comment: 'Media may be on a disk or in an object store; only what opens the store knows which.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: ['^apps/server/src/platform/blobs/', '(/testing/|\\.test\\.ts$)'],
      },
      to: { path: '^apps/server/src/platform/blobs/(disk-store\\.ts|s3/)' },
    },
    {
      name: 'search-engines-behind-the-port',
      comment: 'What a query means and how an answer looks is the same with every engine.',
      severity: 'error',
      from: {
        path: '^apps/server/src/modules/search/(answer/|query/|engine\\.ts|search\\.ts)',
        pathNot: '\\.test\\.ts$',
      },
      to: { path: '^apps/server/src/modules/search/engines/' },
    },
    {
      name: 'columns-are-imported-by-index',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/modules/search/engines/postgresql/columns/' },
      to: {
        path: '^apps/server/src/modules/search/engines/postgresql/columns/',
        pathNot: '/columns/index\\.ts$',
      },
    },
    {
      name: 'web-framework-behind-the-bridge',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/(platform/http|modules/system)/' },
      to: { path: '^node_modules/fastify/' },
    },
    {
      name: 'routes-hold-no-sql',
      severity: 'error',
      from: { path: '/(routes|policy)\\.ts$' },
      to: { path: '(^node_modules/(kysely|pg)/|store\\.ts$)' },
    },
    {
      name: 'policies-are-pure',
      severity: 'error',
      from: { path: '/policy\\.ts$' },
      to: { path: '^apps/server/src/platform/', pathNot: 'platform/(security/actor|text/form-c)\\.ts$' },
    },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: '^(packages/(contract|timebase)/|packages/timed-text/src/format-facts\\.ts$|node_modules/typebox/)',
      },
    },
    {
      name: 'leaf-packages-import-nothing',
      severity: 'error',
      from: { path: '^packages/(timebase|query)/src/', pathNot: '(/test/|\\.test\\.ts$)' },
      to: { pathNot: '^packages/$1/' },
    },
    {
      name: 'timed-text-needs-timebase-only',
      severity: 'error',
      from: { path: '^packages/timed-text/src/', pathNot: '(/testing/|\\.test\\.ts$)' },
      to: { pathNot: '^(packages/(timed-text|timebase)/|node_modules/(entities|chardet|fflate)/)' },
    },
    {
      name: 'documents-know-no-format',
      severity: 'error',
      from: { path: '^packages/timed-text/src/(document|text)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/timed-text/src/formats/' },
    },
    {
      name: 'xml-behind-one-file',
      severity: 'error',
      from: { path: '^packages/timed-text/src/formats/ttml/', pathNot: '(/xml\\.ts|/testing/|\\.test\\.ts)$' },
      to: { path: '^packages/timed-text/src/formats/xml/read-xml\\.ts$' },
    },
    {
      name: 'markers-need-timebase-only',
      severity: 'error',
      from: { path: '^packages/markers/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/(markers|timebase)/' },
    },
    {
      name: 'client-needs-the-contract-only',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: '(/testing/|\\.test\\.ts$)' },
      to: { pathNot: '^(packages/(client|contract)/|node_modules/typebox/)' },
    },
    {
      name: 'clients-stay-outside',
      comment: 'The demo and the benchmarks reach the service through its address, as anyone would.',
      severity: 'error',
      from: { path: '^(apps/demo|bench)/' },
      to: { path: '^apps/server/src/(?!main\\.ts$)' },
    },
    {
      name: 'pages-know-no-app',
      comment: 'The list of pages and what is around all of them are above every page.',
      severity: 'error',
      from: { path: '^apps/web/src/(?!app/|main\\.tsx$)' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'frame-knows-no-page',
      comment: 'The frame is below every page: who is signed in, which production is open, what surrounds a page.',
      severity: 'error',
      from: { path: '^apps/web/src/frame/' },
      to: { path: '^apps/web/src/(?!frame/|platform/|design/)' },
    },
    {
      name: 'controls-know-no-page',
      severity: 'error',
      from: { path: '^apps/web/src/(platform|design)/' },
      to: { path: '^apps/web/src/(?!platform/|design/)' },
    },
    {
      name: 'command-line-asks-the-service',
      comment: 'Only the commands of those who run a service touch its code.',
      severity: 'error',
      from: {
        path: '^apps/cli/src/',
        pathNot:
          '^apps/cli/src/(errors/(start|backup)-errors|doctor/[^/]+|commands/(start|service-install|secret-rotate|secret-forget|doctor|migrate|reindex|backup|backup-list|backup-verify|restore|retention-preview|storage-check|storage-copy|search-compare|search-setup|search-status|production-export|production-import))\\.ts$',
      },
      to: { path: '^apps/(server|web)/' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: {},
      to: { path: '\\.test\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(node:|data/|apps/web/dist/)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
