# A part of the Windows installer (electron-builder.yml).

!macro customUnInstall
  # The app registers itself for pressed notifications; without it the entry would lead nowhere. An update removes the
  # former version with this, too.
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\CLSID\{6B8A3C52-91D7-4E0F-A4C6-2D57F0B9E813}"
  ${endIf}
!macroend
