import { type contract, describeAccess, type Endpoint, errorTable } from '@rushes/contract'

type Contract = typeof contract

/** The interface as one page to read: every endpoint by module, and the errors. No script, nothing from elsewhere. */
export function createReference(modules: Contract): string {
  const sections = Object.entries(modules).map(
    ([module, endpoints]) => `<h2 id="${module}">${module}</h2>\n${Object.values(endpoints).map(toSection).join('\n')}`,
  )
  const errors = Object.entries(errorTable).map(
    ([name, { status, number }]) => `<tr><td>${name}</td><td>${status}</td><td>${number}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Rushes: reference</title>
<meta name="viewport" content="width=device-width">
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
code{font:14px ui-monospace,monospace}article{border-top:1px solid #ddd;padding:.6rem 0}
h2{margin-top:2.5rem}h3{font-size:1rem;margin:.2rem 0}p{margin:.2rem 0}small{color:#666}
td,th{text-align:left;padding:.1rem 1rem .1rem 0}.deprecated{opacity:.6}
</style></head><body>
<h1>Rushes: reference</h1>
<p>The same as <a href="openapi.json">an OpenAPI 3.1 document</a>. Modules: ${Object.keys(modules)
    .map(module => `<a href="#${module}">${module}</a>`)
    .join(', ')}.</p>
${sections.join('\n')}
<h2 id="errors">errors</h2>
<table><tr><th>type</th><th>code</th><th>errorNumber</th></tr>${errors.join('')}</table>
</body></html>`
}

function toSection(endpoint: Endpoint): string {
  const query = Object.keys(endpoint.query)
  const body = (endpoint.body as { title?: string } | undefined)?.title
  const result = endpoint.result as { title?: string; items?: { title?: string } } | undefined
  const resultName = result?.title ?? (result?.items?.title && `list of ${result.items.title}`)
  const lines = [
    `<h3><code>${endpoint.method} ${escapeHtml(endpoint.path)}</code></h3>`,
    `<p>${escapeHtml(endpoint.summary)}</p>`,
    `<p><small>Access: ${escapeHtml(describeAccess(endpoint.access))}. Answers ${endpoint.status}${resultName ? ` ${resultName}` : ''}.`,
    query.length > 0 ? ` Query: ${query.map(name => `<code>${name}</code>`).join(' ')}.` : '',
    body ? ` Body: ${body}${endpoint.bodyOptional ? ' (optional)' : ''}.` : '',
    endpoint.errors.length > 0 ? ` Errors: ${endpoint.errors.join(', ')}.` : '',
    endpoint.deprecated ? ' Deprecated.' : '',
    '</small></p>',
  ]
  return `<article id="${endpoint.id}"${endpoint.deprecated ? ' class="deprecated"' : ''}>${lines.join('')}</article>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
