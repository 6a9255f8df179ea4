import type { ComponentChildren } from 'preact'
import { Button } from '../design/fields/button.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { texts as designTexts } from '../design/messages.ts'
import { toMessage } from '../platform/reading/api.ts'
import type { Resource } from '../platform/reading/resource.ts'
import { texts } from './messages.ts'

interface RefreshedProps<T> {
  resource: Omit<Resource<T>, 'replace'>
  children: (data: T) => ComponentChildren
}

/** `Loaded` for what `useRefresh` reloads: after a failed refresh the old data stays, under a notice with the reason. */
export function Refreshed<T>({ resource, children }: RefreshedProps<T>) {
  const { data, error, reload } = resource
  return (
    <>
      {data !== undefined && error !== undefined && (
        <div class="notice" data-kind="error" role="status">
          <p>
            {texts('outdated')} {toMessage(error)}
          </p>
          <Button onClick={reload}>{designTexts('retry')}</Button>
        </div>
      )}
      <Loaded resource={resource}>{children}</Loaded>
    </>
  )
}
