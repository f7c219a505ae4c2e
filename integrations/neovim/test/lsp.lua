-- Attaches `cairn lsp` to a file in a Neovim without a window, as the README has it, and looks at what the editor then knows.
--
--   CAIRN=PATH-OF-CAIRN nvim --headless --clean -S lsp.lua
--
-- Each wait is for an event; its limit only ends a run that hangs.
local cairn = vim.env.CAIRN or 'cairn'
local folder = vim.fn.tempname() .. ' \u{fc}'
vim.fn.mkdir(folder, 'p')
local file = folder .. '/a b.c'
local fault = {
  'int t[4];', 'int half(int a, int b)', '{', '  return a / b;', '}', 'int pick(void)', '{',
  '  return /* \u{1d11e} */ t[4];', '}',
}
vim.fn.writefile({ 'int other;' }, file)

local passed = 0
local function check(name, is, what)
  if not is then
    io.stderr:write(name .. ': ' .. vim.inspect(what) .. '\n')
    os.exit(1)
  end
  passed = passed + 1
  print('ok: ' .. name)
end
local function wait(name, is)
  check(name, vim.wait(300000, is, 50), vim.diagnostic.get(0))
end
local function find(severity, code)
  for _, one in ipairs(vim.diagnostic.get(0)) do
    local of = one.code or one.user_data.lsp.code
    if one.severity == severity and of:find(code, 1, true) then
      return one
    end
  end
end
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 300000) or {}
  for _, answer in pairs(answers) do
    return answer.result
  end
end

local init_options = { timeLimit = '60s', arguments = { '--check', 'division,array-index' } }
if vim.lsp.config then
  vim.lsp.config('cairn', {
    cmd = { cairn, 'lsp' }, filetypes = { 'c' }, root_markers = { 'cairn.toml', '.git' }, init_options = init_options,
  })
  vim.lsp.enable('cairn')
else
  local id
  vim.api.nvim_create_autocmd('FileType', { pattern = 'c', callback = function()
    if not (id and vim.lsp.get_client_by_id(id)) then
      id = vim.lsp.start_client({ name = 'cairn', cmd = { cairn, 'lsp' }, root_dir = vim.fn.getcwd(), init_options = init_options })
    end
    vim.lsp.buf_attach_client(0, id)
  end })
end
local function clients()
  return vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
end
vim.cmd('edit ' .. vim.fn.fnameescape(file))
vim.bo.filetype = 'c'
wait('the server is attached', function() return next(clients()) ~= nil end)
-- The text of the buffer counts, not the one on the disk.
vim.api.nvim_buf_set_lines(0, 0, -1, true, fault)
wait('a violation is an error', function() return find(vim.diagnostic.severity.ERROR, 'array-index') end)
local one = find(vim.diagnostic.severity.ERROR, 'array-index')
check('it is at its place', one.lnum == 7 and one.col >= 2, one)
wait('a need of callers is a warning', function() return find(vim.diagnostic.severity.WARN, 'division') end)

local document = vim.lsp.util.make_text_document_params(0)
local lenses = ask('textDocument/codeLens', { textDocument = document })
check('lenses count checks', #lenses == 2, lenses)
local need = find(vim.diagnostic.severity.WARN, 'division')
local range = { start = { line = need.lnum, character = need.col }, ['end'] = { line = need.lnum, character = need.col } }
local actions = ask('textDocument/codeAction', { textDocument = document, range = range, context = { diagnostics = {} } })
check('an action inserts the need', actions[1].title:find('b != 0', 1, true), actions)
vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
check('it stands behind the declarator', vim.fn.getline(2) == 'int half(int a, int b) __CPROVER_requires(b != 0)', vim.fn.getline(2))
wait('then it is met', function() return not find(vim.diagnostic.severity.WARN, 'division') end)
vim.fn.setline(8, '  return t[3];')
wait('what is mended has no diagnostic', function() return #vim.diagnostic.get(0) == 0 end)
-- A hover has no answer while the text of the last check is another.
wait('what is proved is shown', function()
  local hover = ask('textDocument/hover', { textDocument = document, position = { line = 3, character = 11 } })
  return hover and hover.contents.value:find('proved by', 1, true)
end)

local _, client = next(clients())
if vim.lsp.enable then
  vim.lsp.enable('cairn', false)
end
vim.lsp.stop_client(client.id)
wait('the server ends', function() return vim.lsp.get_client_by_id(client.id) == nil end)
vim.fn.delete(folder, 'rf')
print(passed .. ' passed, 0 failed')
os.exit(0)
