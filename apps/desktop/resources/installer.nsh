# A part of the Windows installer (electron-builder.yml).

!macro customUnInstall
  # The running app told Windows that it opens giftwell://; without it the entry would lead nowhere. An update removes the
  # former version with this, too.
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\giftwell"
  ${endIf}
!macroend
