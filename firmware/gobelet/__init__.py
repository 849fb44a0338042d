VERSION = "1.0"
PAGE = ""  # address of the page to play and install, as GOBELET_PAGE has it
