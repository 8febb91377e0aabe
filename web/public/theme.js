// Before the first paint, so that a chosen theme never flashes in the other one's colours.
{
  const theme = localStorage.getItem('deskhand.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
