import { Button, Spinner } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { MENU_ROW } from '../ui/popover-menu.tsx'
import { useAction } from './use-action.ts'

/**
 * Downloads a workbook or another file. The call needs the session's token, which a plain link wouldn't send.
 *
 * @param count the number of rows in the file, shown beside the label once known
 * @param row whether the button is a row of a menu
 */
export function DownloadButton({
  children,
  load,
  fileName,
  count,
  preparing = 'Preparando la planilla…',
  row = false,
  className,
}: {
  children: string
  load: () => Promise<Blob>
  fileName: () => string
  count?: { rows: number | undefined; of: string }
  preparing?: string
  row?: boolean
  className?: string
}) {
  const { run, working } = useAction(async () => download(await load(), fileName()), { dialog: 'general' })

  const number = count?.rows?.toLocaleString('es-CL')
  const title = number && `${number} ${count?.of}`
  const content = (
    <>
      <span>{children}</span>
      {count && (
        <span aria-hidden="true" className="min-w-13 text-left font-normal text-sm text-soft tabular-nums">
          {number}
        </span>
      )}
    </>
  )
  const button = { title, disabled: count?.rows === 0, onClick: () => run() }
  return (
    <>
      {row ? (
        <button
          type="button"
          {...button}
          aria-busy={working || undefined}
          className={`${MENU_ROW} disabled:text-soft`}
        >
          {working ? <Spinner /> : <Icon name="download" className="size-5" />}
          {content}
        </button>
      ) : (
        <Button {...button} look="secondary" icon="download" loading={working} className={className}>
          {content}
        </Button>
      )}
      <span role="status" className="sr-only">
        {working && preparing}
      </span>
    </>
  )
}

/** Downloads a file that the page has in memory. */
export function download(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser needs the URL for a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
