-- Sends the requests of a file, separated by NUL, in turn. Arguments: the file, and the index to begin with.
local requests = {}
local index = 0

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for one in (file:read('*a') .. '\0'):gmatch('(.-)%z') do requests[#requests + 1] = one end
  file:close()
  index = tonumber(args[2])
end

function request()
  index = index + 1
  return requests[(index - 1) % #requests + 1]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('result %d %d %d %d %d %d\n', summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(95), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
