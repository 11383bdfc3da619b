import { useState } from 'react'
import { refusalOf, showServerFailure } from '../api/server-failure.ts'
import { Button } from '../ui/button.tsx'
import { download } from './download.ts'

/**
 * Downloads a workbook or another file. The call needs the session's token, which a plain link wouldn't send.
 *
 * @param count the number of rows in the file, shown beside the label once known
 */
export function DownloadButton({
  children,
  load,
  fileName,
  count,
  preparing = 'Preparando la planilla…',
  className,
}: {
  children: string
  load: () => Promise<Blob>
  fileName: () => string
  count?: { rows: number | undefined; of: string }
  preparing?: string
  className?: string
}) {
  const [working, setWorking] = useState(false)

  async function save() {
    setWorking(true)
    try {
      download(await load(), fileName())
    } catch (error) {
      await refusalOf(error)
      await showServerFailure()
    } finally {
      setWorking(false)
    }
  }

  const number = count?.rows?.toLocaleString('es-CL')
  return (
    <>
      <Button
        look="secondary"
        icon="download"
        loading={working}
        disabled={count?.rows === 0}
        title={number && `${number} ${count?.of}`}
        onClick={save}
        className={className}
      >
        <span>{children}</span>
        {count && (
          <span aria-hidden="true" className="min-w-13 text-left font-normal text-sm text-soft tabular-nums">
            {number}
          </span>
        )}
      </Button>
      <span role="status" className="sr-only">
        {working && preparing}
      </span>
    </>
  )
}
