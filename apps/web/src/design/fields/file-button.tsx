import { useId } from 'preact/hooks'

interface FileButtonProps {
  text: string
  /** Media types that can be chosen; any where nothing is said. */
  accept?: string
  isMultiple?: boolean
  isDisabled?: boolean
  onFiles: (files: readonly File[]) => void
}

/** A button by which files are chosen; the same ones can be chosen again. */
export function FileButton({ text, accept, isMultiple = false, isDisabled = false, onFiles }: FileButtonProps) {
  const id = useId()
  return (
    <span class="file-button">
      <label class="button" for={id} aria-disabled={isDisabled}>
        {text}
      </label>
      <input
        id={id}
        class="only-heard"
        type="file"
        accept={accept}
        multiple={isMultiple}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </span>
  )
}
