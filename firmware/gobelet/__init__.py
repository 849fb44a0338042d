VERSION = "1.0"
PAGE = ""  # address of the page to play and install, from GOBELET_PAGE
