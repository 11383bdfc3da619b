import { href, Link } from 'react-router'
import { today } from '#contract/store-day.ts'
import { DownloadButton } from '../../../forms/download-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { closeMenu, MENU_ROW, MenuRow, PopoverMenu } from '../../../ui/popover-menu.tsx'

/**
 * The actions with workbooks, behind one button.
 *
 * @param found how many products the list finds, once known
 */
export function ExcelMenu({
  found,
  load,
  onUpload,
}: {
  found: number | undefined
  load: () => Promise<Blob>
  onUpload: () => void
}) {
  return (
    <PopoverMenu
      trigger={(props) => (
        <Button {...props} look="secondary">
          Excel
          <Icon name="chevron-down" className="size-5" />
        </Button>
      )}
    >
      <MenuRow icon="upload" onClick={onUpload}>
        Subir Excel
      </MenuRow>
      <DownloadButton
        row
        load={load}
        fileName={() => `productos-${today()}.xlsx`}
        count={{ rows: found, of: 'productos' }}
      >
        Descargar productos (Excel)
      </DownloadButton>
      <a
        href="/formato-productos-excel.xlsx"
        download="formato-productos-excel.xlsx"
        className={MENU_ROW}
        onClick={closeMenu}
      >
        <Icon name="download" className="size-5" />
        Descargar formato Excel
      </a>
      <Link to={href('/dashboard/products/imports')} className={MENU_ROW}>
        <Icon name="clock" className="size-5" />
        Importaciones
      </Link>
    </PopoverMenu>
  )
}
