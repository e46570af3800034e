import sys
def queens(n):
    if n < 4 and n != 1:
        print("No solution exists")
        sys.exit(1)
    cols=[-1]*n
    def ok(r,c): return all(cols[i]!=c and abs(cols[i]-c)!=r-i for i in range(r))
    def go(r):
        if r==n: return True
        for c in range(n):
            if ok(r,c):
                cols[r]=c
                if go(r+1): return True
        return False
    go(0)
    for r in range(n):
        print(''.join('Q' if cols[r]==c else '*' for c in range(n)))
if __name__=='__main__':
    queens(int(sys.argv[1]) if len(sys.argv)>1 else 8)
