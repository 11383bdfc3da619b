import { useState } from 'react'
import { browserApi } from '../../api.ts'
import { download } from '../../forms/download.ts'
import { refusalOf, showServerFailure } from '../../server-failure.ts'
import { Button } from '../../ui/button.tsx'

/** Downloads the workbook of users and form requests (docs/product.md#data-export). The call needs the session's token. */
export function ExportButton() {
  const [working, setWorking] = useState(false)

  async function save() {
    setWorking(true)
    try {
      download(await browserApi.exportUsers(), 'usersData.xlsx')
    } catch (error) {
      await refusalOf(error)
      await showServerFailure()
    } finally {
      setWorking(false)
    }
  }

  return (
    <Button look="secondary" icon="download" loading={working} onClick={save} className="max-sm:w-full">
      Descargar formularios y Clientes
    </Button>
  )
}
